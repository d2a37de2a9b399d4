"""The results of a tournament on its page: one text for all who look at the same part of it."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.core.paginator import Page, Paginator
from django.template.loader import render_to_string

from tournaments.machinery.caches.shared import Shared, shared
from tournaments.models import Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.tournaments import exports
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.views.tournaments import rounds

LINES = 50
"""Of the standings, on one page."""

WINDOW = 20
"""Rows and columns of a large crosstable, on one page."""

WHOLE = 30
"""A crosstable of no more entrants is shown whole."""

GROUPS = 16
"""Groups on one page."""

ASKED = ("page", "round", "part", "down", "across", "section", "groups")
"""What an address may ask: a page of the standings, a round and a part of it, and so on."""


def asked(given: Mapping[str, str]) -> dict[str, str]:
    """What an address asks for; what is no number asks for nothing."""
    return {
        name: given[name]
        for name in ASKED
        if name in given and (name == "round" or _is_number(given[name]))
    }


def mark(row: Tournament, table: KeptTable, wanted: Mapping[str, str]) -> str:
    """Changes whenever the results that an address asks for do, and only then."""
    first, last = _bounds(wanted.get("page"), table.count, LINES)
    told = (row.status, table.running, tournament_lists.conditions(table.kept, first, last))
    # For a name, and nothing secret: whoever sees the results may see what they are made from.
    digest = hashlib.sha256(repr(told).encode()).hexdigest()[:16]
    return f"{table.kept.pk}.{table.kept.computed}.{digest}"


def rendered(row: Tournament, table: KeptTable, wanted: Mapping[str, str], mark: str) -> Shared:
    """The results as HTML, made by the first who asks after a change."""
    name = "-".join(["results", str(row.pk), *(f"{one}={wanted[one]}" for one in sorted(wanted))])
    return shared(_key(name), mark, lambda: _render(row, table, wanted))


def _key(name: str) -> str:
    return f"results-{hashlib.sha256(name.encode()).hexdigest()}"


def _render(row: Tournament, table: KeptTable, wanted: Mapping[str, str]) -> str:
    return render_to_string("tournaments/_results.html", _shown(row, table, wanted))


def _shown(row: Tournament, table: KeptTable, wanted: Mapping[str, str]) -> dict[str, Any]:
    section = int(wanted.get("section", 0))
    return {
        "tournament": row,
        "outcome": table,
        "asked": wanted,
        "exports": exports.available(row),
        "brackets": table.brackets(section),
        "section": section,
        "sections": range(1, table.sections + 1),
        "groups": Paginator(table.groups, GROUPS).get_page(wanted.get("groups")),
        **_standings(table, wanted.get("page")),
        **_crosstable(table, wanted),
        **rounds.shown(row, table, wanted),
    }


def _standings(table: KeptTable, page: str | None) -> dict[str, Any]:
    """A page of the standings, with the ratings of who is on it."""
    count = table.count
    lines = table.rated_lines(*_bounds(page, count, LINES))
    return {"page": _page(page, count, LINES), "lines": lines}


def _crosstable(table: KeptTable, wanted: Mapping[str, str]) -> dict[str, Any]:
    """The crosstable, or so many rows and columns of it."""
    count = table.count
    if table.kept.parts["brackets"] and not table.kept.parts["groups"]:
        return {}
    size = count if count <= WHOLE else WINDOW
    down, across = (wanted.get(name) for name in ("down", "across"))
    if not size:
        return {}
    return {
        "cross": table.cross(_bounds(down, count, size), _bounds(across, count, size)),
        "down": _page(down, count, size),
        "across": _page(across, count, size),
    }


def _page(asked: str | None, count: int, size: int) -> Page[Any]:
    return Paginator(range(count), size).get_page(asked)


def _bounds(asked: str | None, count: int, size: int) -> tuple[int, int]:
    """The positions on a page: the first, and the one after the last."""
    page = _page(asked, count, size)
    return size * (page.number - 1), size * page.number


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5
