"""The migrations that a release has: they are in databases now, so no line of them changes."""

import hashlib
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "tournaments" / "migrations"
RELEASED = "released.sha256"
"""The list in that folder, as `sha256sum` writes and checks it. It is empty before 1.0.0."""


def listing(folder: Path = FOLDER) -> str:
    """A line for each migration: its SHA-256 and its name."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.glob("0*.py"))
    )


def released(folder: Path = FOLDER) -> str:
    """The listing of the newest release."""
    return (folder / RELEASED).read_text()


def changed(earlier: str, folder: Path = FOLDER) -> list[str]:
    """The migrations of an earlier listing that are not the first ones of now, to the byte."""
    lines = earlier.splitlines()
    present = listing(folder).splitlines()[: len(lines)]
    return [line.split()[1] for line in lines if line not in present]
