"""Puts the packages that the kit is made of into one, `kauri`: `python rename.py FOLDER`.

The wheel is installed beside anything, so it has one name at the top. Modules are moved, and what
they import is written by the new names; nothing else is changed.
"""

import re
import sys
from pathlib import Path

PLACES = {
    "kauri/__main__.py": "agents/__main__.py",
    "agents": "kauri",
    "engine": "kauri/engine",
    "tournaments/kit": "kauri/kit",
    "tournaments/mathematics": "kauri/mathematics",
    "tournaments/static": "kauri/static",
    "tests": "kauri/kit/suite/tests",
    "examples/nim": "kauri/kit/nim",
}
"""Where the packages go, in this order."""

PACKAGES = {"agents": "kauri", "engine": "kauri.engine", "tournaments": "kauri"}
"""Their names in imports."""

# Also in the examples of docstrings, and in programs that stand in a module as text.
FROM = re.compile(r"^(\s*(?:>>> )?)from (agents|engine|tournaments)(?=[ .])", re.MULTILINE)
WHOLE = re.compile(r"^(\s*(?:>>> )?)import engine(?=\s)", re.MULTILINE)
OTHER = re.compile(r"^\s*import (?:engine|agents|tournaments)\b.*", re.MULTILINE)


def main(folder: Path) -> None:
    """Move and rename what there is."""
    for place, new in PLACES.items():
        if (folder / place).exists():
            (folder / new).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).rename(folder / new)
    for module in (folder / "kauri").rglob("*.py"):
        module.write_text(renamed(module.read_text("utf-8")), "utf-8")


def renamed(text: str) -> str:
    """A module's text by the new names. Raises ValueError for an import of no known kind."""
    text = FROM.sub(lambda found: f"{found[1]}from {PACKAGES[found[2]]}", text)
    text = WHOLE.sub(r"\1from kauri import engine", text)
    if other := OTHER.search(text):
        raise ValueError(f"cannot rename: {other[0].strip()}")
    return text


if __name__ == "__main__":
    main(Path(sys.argv[1]))
