"""The rounds on a tournament's page: one of them with its matches, and links to the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404
from django.utils.functional import cached_property

from tournaments.models import Match, Tournament
from tournaments.queries.tournaments import rounds
from tournaments.queries.tournaments.tables import KeptTable

MATCHES = 20
"""The matches of a round on one page."""

NEAR = 3
"""The number of links to rounds on each side of the one that is shown."""


class _Parts(Paginator[Match]):
    """Pages of a round's matches, which have been counted."""

    def __init__(self, rows: QuerySet[Match], matches: int) -> None:
        super().__init__(rows, MATCHES)
        self._known = matches

    @cached_property
    def count(self) -> int:
        """How many matches the round has."""
        return self._known


@dataclass(frozen=True)
class Tab:
    """A round to which a link leads."""

    number: int
    name: str
    unfinished: bool

    def __str__(self) -> str:
        return self.name or f"Round {self.number}"


def shown(row: Tournament, table: KeptTable, asked: Mapping[str, str]) -> dict[str, Any]:
    """The context of a round: `asked` may name one, and a `part` of its matches."""
    tabs = [Tab(*stored) for stored in table.kept.parts["rounds"]]
    tab = _tab(asked.get("round"), tabs)
    if tab is None:
        return {}
    counted = rounds.counted(row, tab.number)
    if counted is None:
        raise Http404
    round_, matches, has_byes = counted
    alone = rounds.byes(round_) if has_byes else []
    is_swiss = row.format == Tournament.Format.SWISS
    part = _Parts(rounds.matches(round_), matches).get_page(asked.get("part"))
    return {
        "round": round_,
        "rounds": len(tabs),
        "tabs": _tabs(tabs, tab),
        "part": part,
        "part_query": {**asked, "round": round_.number},
        "byes": alone,
        "asked_for": rounds.asked_for(round_) if alone and is_swiss else (),
        "concessions": [
            concession.text for concession in table.concessions if concession.round == round_.number
        ],
        "meetings": rounds.pairings_of_matches(list(part)),
    }


def _tab(asked: str | None, tabs: Sequence[Tab]) -> Tab | None:
    """The round asked for, else the first that is not over, else the last."""
    if asked is None:
        return next((tab for tab in tabs if tab.unfinished), tabs[-1] if tabs else None)
    chosen = next((tab for tab in tabs if str(tab.number) == asked), None)
    if chosen is None:
        raise Http404(f"This tournament has {len(tabs)} rounds, and none with the number {asked}.")
    return chosen


def _tabs(tabs: Sequence[Tab], tab: Tab) -> list[Tab | None]:
    """The rounds to which links lead: the first, the last, those near; None where some are left."""
    numbers = Paginator(tabs, 1).get_elided_page_range(
        tabs.index(tab) + 1, on_each_side=NEAR, on_ends=1
    )
    return [tabs[number - 1] if isinstance(number, int) else None for number in numbers]
