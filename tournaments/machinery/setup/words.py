"""The words of games that are packages, compiled for the site."""

import os
from pathlib import Path

from engine import games, packages


def catalogues(place: Path) -> list[Path]:
    """Return a folder of compiled catalogues for each game that is a package, below `place`."""
    return [
        _compiled(Path(info.folder, "locale"), place / packages.sha256(info.module))
        for info in games()
        if info.is_package
    ]


def _compiled(sources: Path, made: Path) -> Path:
    from babel.messages import mofile, pofile  # noqa: PLC0415 - few sites have such games

    for source in sources.glob("*/LC_MESSAGES/django.po"):
        target = made / source.relative_to(sources).with_suffix(".mo")
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            unfinished = target.with_suffix(f".{os.getpid()}")
            with source.open("rb") as texts, unfinished.open("wb") as file:
                mofile.write_mo(file, pofile.read_po(texts))
            unfinished.rename(target)
    return made
