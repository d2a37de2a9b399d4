"""usage: python -m tools.release.number VERSION DATE

Writes the number of a release wherever it stands, puts its changes under it, and lists its
migrations, which never change from then on. DATE is its day, as 2026-12-01.
"""

import re
import sys
from datetime import date
from pathlib import Path

from tools.release import migrations

ROOT = Path(__file__).parents[2]
PLACES = {
    "pyproject.toml": r'(?m)^(version = ")[^"]+',
    "engine/__init__.py": r'(?m)^(__version__ = ")[^"]+',
    "CITATION.cff": r"(?m)^(version: )\S+",
    "docs/13-kit.md": r"(kauri_kit-)[\d.]+(?=-)",
    "locale/de/LC_MESSAGES/django.po": r"(kauri_kit-)[\d.]+(?=-)",
}
"""Where the number stands, after what."""

UNRELEASED = "## Unreleased\n"


def write(version: str, day: date, root: Path = ROOT) -> None:
    """Write it all. Raises SystemExit where a place does not look as it should."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise SystemExit(f"{version} is no version such as 1.0.0.")
    texts = {place: _numbered(root / place, before, version) for place, before in PLACES.items()}
    texts["CHANGELOG.md"] = _dated((root / "CHANGELOG.md").read_text(), version, day)
    for place, text in texts.items():
        (root / place).write_text(text)
    folder = root / "tournaments" / "migrations"
    (folder / migrations.RELEASED).write_text(migrations.listing(folder))


def _numbered(file: Path, pattern: str, version: str) -> str:
    text, count = re.subn(pattern, rf"\g<1>{version}", file.read_text())
    if not count:
        raise SystemExit(f"{file} has no place for the version.")
    return text


def _dated(changes: str, version: str, day: date) -> str:
    if changes.count(UNRELEASED) != 1:
        raise SystemExit("CHANGELOG.md has no changes under “Unreleased”.")
    return changes.replace(UNRELEASED, f"## {version} - {day}\n")


def main(arguments: list[str]) -> None:
    """Write the number and the day."""
    if len(arguments) != 2:
        raise SystemExit(__doc__)
    write(arguments[0], date.fromisoformat(arguments[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
