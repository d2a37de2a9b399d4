"""The one function by which commands print, because what they print may hold text of strangers."""

import sys

from engine.printing import printable


def echo(said: object = "", *, error: bool = False) -> None:
    """Print a text at once, with control characters shown as escapes; `error` is for stderr."""
    stream = sys.stderr if error else sys.stdout
    # What the terminal cannot write is shown as an escape as well.
    encoding = stream.encoding or "utf-8"
    text = printable(str(said)).encode(encoding, "backslashreplace").decode(encoding)
    print(text, file=stream, flush=True)
