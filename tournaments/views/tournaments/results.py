"""The results of a tournament on its page, rendered once for each part."""

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
"""The lines of the standings on one page."""

WINDOW = 20
"""Rows and columns of a large crosstable, on one page."""

WHOLE = 30
"""The most entrants of a crosstable that is shown whole."""

GROUPS = 16
"""Groups on one page."""

ASKED = ("page", "round", "part", "down", "across", "section", "groups")
"""The query parameters: a page of the standings, a round and a part of it, and so on."""


def asked(query: Mapping[str, str]) -> dict[str, str]:
    """The valid query parameters of an address."""
    return {
        name: query[name]
        for name in ASKED
        if name in query and (name == "round" or _is_number(query[name]))
    }


def mark(row: Tournament, table: KeptTable, query: Mapping[str, str]) -> str:
    """A mark that changes whenever the requested results do, and only then."""
    first, last = _bounds(query.get("page"), table.count, LINES)
    facts = (row.status, table.running, tournament_lists.conditions(table.kept, first, last))
    # A name, not a secret: who sees the results may see what they are made from.
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
    return f"{table.kept.pk}.{table.kept.computed}.{digest}"


def rendered(row: Tournament, table: KeptTable, query: Mapping[str, str], mark: str) -> Shared:
    """The results as HTML, rendered once after each change."""
    name = "-".join(["results", str(row.pk), *(f"{key}={query[key]}" for key in sorted(query))])
    return shared(_key(name), mark, lambda: _render(row, table, query))


def _key(name: str) -> str:
    return f"results-{hashlib.sha256(name.encode()).hexdigest()}"


def _render(row: Tournament, table: KeptTable, query: Mapping[str, str]) -> str:
    return render_to_string("tournaments/_results.html", _shown(row, table, query))


def _shown(row: Tournament, table: KeptTable, query: Mapping[str, str]) -> dict[str, Any]:
    section = int(query.get("section", 0))
    return {
        "tournament": row,
        "outcome": table,
        "asked": query,
        "exports": exports.available(row),
        "brackets": table.brackets(section),
        "section": section,
        "sections": range(1, table.sections + 1),
        "groups": Paginator(table.groups, GROUPS).get_page(query.get("groups")),
        **_standings(table, query.get("page")),
        **_crosstable(table, query),
        **rounds.shown(row, table, query),
    }


def _standings(table: KeptTable, page: str | None) -> dict[str, Any]:
    """A page of the standings, with its entrants' ratings."""
    count = table.count
    lines = table.rated_lines(*_bounds(page, count, LINES))
    return {"page": _page(page, count, LINES), "lines": lines}


def _crosstable(table: KeptTable, query: Mapping[str, str]) -> dict[str, Any]:
    """The crosstable, or a window of it."""
    count = table.count
    if table.kept.parts["brackets"] and not table.kept.parts["groups"]:
        return {}
    size = count if count <= WHOLE else WINDOW
    down, across = (query.get(name) for name in ("down", "across"))
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
