"""Games named on the command line: records in files, and games on a site."""

import contextlib
import re
from pathlib import Path
from typing import Any

from agents.desk.contenders import Misuse
from agents.desk.documents import record_in, verified
from agents.terms.clock import time_control
from tournaments.kit import accounts
from tournaments.kit.client import Client, Match

_ON_A_SITE = re.compile(r"(?:(https?://.+?)/)?(?:matches/)?(\d+)/(?:games/)?(\d+)/?")

_OF_THE_MATCH = ("time_control", "value_function", "value_sha256")
"""What a record does not say of its game: its clock, and what judges its luck."""


def find(game: str) -> dict[str, Any]:
    """The record in a file, or of 12/1 or an address on a site, with its time control if known.

    Raises Misuse for what is no record that holds.
    """
    asked = None if Path(game).exists() else _ON_A_SITE.fullmatch(game)
    if asked is not None:
        return _asked_for(asked[1], int(asked[2]), int(asked[3]))
    return record_in(Path(game))


def all_in(game: str) -> list[dict[str, Any]]:
    """The records that hold in a folder and below it, or the one game that `find` takes."""
    if not Path(game).is_dir():
        return [find(game)]
    documents = []
    for path in sorted(Path(game).rglob("*.json")):
        with contextlib.suppress(Misuse):
            documents.append(record_in(path))
    return documents


def time_of(document: dict[str, Any]) -> str:
    """The time control that a record names; blitz if it names none. Raises Misuse."""
    control = str(document.get("time_control", "blitz"))
    try:
        time_control(control)
    except ValueError as error:
        raise Misuse("no-time", why=error) from None
    return control


def fetch(site: Client, match: Match, number: int) -> dict[str, Any] | None:
    """The record of a game with facts of its match; None if the site has none, or none yet.

    Raises Misuse for what is no record that holds.
    """
    document = site.game(match["id"], number).get("record")
    if document is None:
        return None
    facts = {name: match[name] for name in _OF_THE_MATCH}  # type: ignore[literal-required]
    document = verified(document | facts, f"{match['id']}/{number}")
    time_of(document)
    return document


def _asked_for(address: str | None, match: int, number: int) -> dict[str, Any]:
    with accounts.client() if address is None else Client(address) as site:
        document = fetch(site, site.match(match), number)
    if document is None:
        raise Misuse("record-not-kept", match=match, number=number)
    return document
