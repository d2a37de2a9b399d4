"""Makes a named pipe, on which whoever cleans up or copies would wait for ever."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.mkfifo("/tmp/pipe") or "made"
