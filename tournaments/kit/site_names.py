"""Completion of names of the site where the player is logged in: tournaments and bots.

A shell shows whatever is printed here. So without a site, or without an answer, there is no name.
"""

import contextlib
import json
import re
import time
from itertools import islice
from pathlib import Path
from typing import Any

from click import Context, Parameter

from agents.words import CodedError
from tournaments.kit import accounts
from tournaments.kit.client import Client
from tournaments.kit.completing import beginning
from tournaments.kit.errors import SiteError

FRESH = 600.0
"""Seconds for which names are kept before the site is asked again."""

SECONDS = 1.5
"""The longest that somebody who completes a name waits for each answer of the site."""

MOST = 200
"""The most names that are kept."""

_NAME = re.compile(r"[\w-]+", re.ASCII)


def tournaments(_context: Context, _parameter: Parameter, begun: str) -> list[str]:
    """The newest tournaments, by their names in addresses."""
    return beginning(begun, _names("tournaments"))


def bots(_context: Context, _parameter: Parameter, begun: str) -> list[str]:
    """The player's own bots, by their names in addresses."""
    return beginning(begun, _names("bots"))


def entrants(_context: Context, _parameter: Parameter, begun: str) -> list[str]:
    """The player's own bots, then the first of those that anybody may enter."""
    return beginning(begun, dict.fromkeys([*_names("bots"), *_names("entrants")]))


def _names(kind: str) -> list[str]:
    """The names as kept beside the account, asked for again if they are old."""
    with contextlib.suppress(CodedError, OSError):
        account, now = accounts.known(accounts.place()), time.time()
        path = accounts.place().with_name(f"{kind}.json")
        site, at, names = _kept(path)
        if site != account.site or not 0 <= now - at < FRESH:
            # A site that does not answer is not asked at each key either.
            names = _asked_for(kind, account, names if site == account.site else [])
            accounts.write(path, [account.site, now, names])
        return names
    return []


def _kept(path: Path) -> tuple[str, float, list[str]]:
    try:
        site, at, names = json.loads(path.read_text())
        return str(site), float(at), [name for name in names if _NAME.fullmatch(name)]
    except (OSError, ValueError, TypeError):
        return "", 0.0, []


def _asked_for(kind: str, account: accounts.Account, otherwise: list[str]) -> list[str]:
    try:
        with Client(account.site, account.token, seconds=SECONDS) as site:
            own: dict[str, Any] = {"owner": account.username} if account.username else {}
            asked = {"bots": own, "entrants": {"open_to_all": True}}
            rows = site.bots(**asked[kind]) if kind in asked else site.tournaments()
            slugs = [row["slug"] for row in islice(rows, MOST)]
    except SiteError:
        return otherwise
    return [slug for slug in slugs if _NAME.fullmatch(slug)]
