"""How to cite a file of games: as a sentence, and for BibTeX."""

import tournaments
from tournaments.models import GameFile
from tournaments.queries.games.game_lines import moment

LICENSE = "CC BY 4.0"

_VERSION_DIGITS = 12
"""Digits of the SHA-256 that name the version of a file."""


def sentence(file: GameFile, address: str, site: str) -> str:
    """Return the citation of the file at an address of a site, as one line."""
    return (
        f"Players of {site}: {_title(file)}. Version {_version(file)}, "
        f"Kauri {tournaments.__version__}. {address} ({LICENSE})"
    )


def bibtex(file: GameFile, address: str, site: str) -> str:
    """Return the citation as an entry for BibTeX."""
    fields = {
        "author": f"{{Players of {site}}}",
        "title": f"{{{_title(file)}}}",
        "year": f"{file.month:%Y}",
        "month": f"{file.month.month}",
        "howpublished": f"Kauri {tournaments.__version__}",
        "version": _version(file),
        "url": address,
        "note": f"SHA-256 {file.sha256}, {LICENSE}",
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{file.stem},\n{lines}}}\n"


def _title(file: GameFile) -> str:
    running = f", unfinished, to {moment(file.until)}" if file.until else ""
    variant = file.variant
    return f"Rated games of {variant} (rules {variant.rules_version}), {file.month:%Y-%m}{running}"


def _version(file: GameFile) -> str:
    return file.sha256[:_VERSION_DIGITS]
