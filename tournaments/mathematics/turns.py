"""The order of the queue: people take turns, then their tournaments, then matches.

Mathematics only. The next turn belongs to the person whose last turn is longest ago. Each turn is
one match, and an empty line drops out.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class WaitingLine:
    """The waiting matches of one tournament; `owner` is its organiser."""

    owner: int
    tournament: int
    waiting: int


def ahead(lines: Sequence[WaitingLine], *, tournament: int, place: int) -> int:
    """How many matches are served before the one at `place` (from 0) in its tournament's line.

    `lines` are in the order of their turns: each owner's place is that of their first line.
    It is exact until another line joins.
    """
    own = next(line for line in lines if line.tournament == tournament)
    siblings = [line for line in lines if line.owner == own.owner]
    turn = place + _served(
        [line.waiting for line in siblings], at=siblings.index(own), rounds=place
    )
    owners = list(dict.fromkeys(line.owner for line in lines))
    totals = [sum(line.waiting for line in lines if line.owner == owner) for owner in owners]
    return turn + _served(totals, at=owners.index(own.owner), rounds=turn)


def _served(waiting: Sequence[int], *, at: int, rounds: int) -> int:
    """The turns of the other lines until the line `at` has had `rounds` and is due again."""
    return sum(
        min(count, rounds + (index < at)) for index, count in enumerate(waiting) if index != at
    )
