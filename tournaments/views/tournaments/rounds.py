"""The rounds on a tournament's page: one of them with its matches, and the way to the others."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.http import Http404

from tournaments.models import Tournament
from tournaments.queries.tournaments import rounds
from tournaments.queries.tournaments.concessions import concessions
from tournaments.queries.tournaments.format_input import FormatInput

if TYPE_CHECKING:
    from tournaments.queries.tournaments.rounds import CountedRound

MATCHES = 40
"""Of a round, on one page."""

NEAR = 3
"""Rounds on each side of the one that is shown, to which links lead."""


def shown(row: Tournament, known: FormatInput, asked: Mapping[str, str]) -> dict[str, Any]:
    """What the page shows of rounds: `asked` may name one, and a `part` of its matches."""
    found = list(rounds.rounds(row))
    round_ = _round(asked.get("round"), found)
    if round_ is None:
        return {}
    part = Paginator(rounds.matches(round_), MATCHES).get_page(asked.get("part"))
    return {
        "round": round_,
        "rounds": len(found),
        "tabs": _tabs(found, round_),
        "part": part,
        "part_query": {**asked, "round": round_.number},
        "byes": rounds.byes(round_),
        "asked_for": [one for one, numbers in known.asked.items() if round_.number in numbers],
        "concessions": [one.text for one in concessions(known) if one.round == round_.number],
        "meetings": rounds.pairings_of_matches(list(part), known.results),
    }


def _round(asked: str | None, found: "Sequence[CountedRound]") -> "CountedRound | None":
    """The round asked for, else the first that is not over, else the last."""
    if asked is None:
        return next((one for one in found if one.unfinished), found[-1] if found else None)
    chosen = next((one for one in found if str(one.number) == asked), None)
    if chosen is None:
        raise Http404(f"This tournament has {len(found)} rounds, and none with the number {asked}.")
    return chosen


def _tabs(found: "Sequence[CountedRound]", round_: "CountedRound") -> "list[CountedRound | None]":
    """The rounds to which links lead: the first, the last, those near; None where some are left."""
    numbers = Paginator(found, 1).get_elided_page_range(
        found.index(round_) + 1, on_each_side=NEAR, on_ends=1
    )
    return [found[one - 1] if isinstance(one, int) else None for one in numbers]
