"""Games that somebody names on a command line: records in files, and games on a site."""

import json
import re
from pathlib import Path
from typing import Any

from agents.contenders import Misuse
from engine import record
from tournaments.kit import accounts
from tournaments.kit.client import Client

_ON_A_SITE = re.compile(r"(?:(https?://.+?)/)?(?:matches/)?(\d+)/(?:games/)?(\d+)/?")


def find(game: str) -> dict[str, Any]:
    """The record of a file, or of 12/1 or an address on a site, with its time control if known.

    Raises Misuse for what is no record that holds.
    """
    asked = None if Path(game).exists() else _ON_A_SITE.fullmatch(game)
    if asked is not None:
        document = _asked_for(asked[1], int(asked[2]), int(asked[3]))
    else:
        document = _read(Path(game))
    verdict = record.verify(document)
    if not verdict.ok:
        raise Misuse("no-record", path=game, why=verdict.line)
    return document


def time_of(document: dict[str, Any]) -> str:
    """The time control that a record names; blitz if it names none."""
    return str(document.get("time_control", "blitz"))


def _asked_for(site: str | None, match: int, number: int) -> dict[str, Any]:
    account = accounts.known(accounts.place()) if site is None else None
    with account.client() if account else Client(str(site)) as client:
        document = client.game(match, number)["record"]
        control = client.match(match)["time_control"]
    if document is None:
        raise Misuse("record-not-kept", match=match, number=number)
    return document | {"time_control": control}


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Misuse("unreadable", path=path, why=error.strerror) from None
    except ValueError as error:
        raise Misuse("no-record", path=path, why=error) from None
    if not isinstance(document, dict):
        raise Misuse("no-record-object", path=path)
    return document
