"""The result of a game for each side: seat, and reason of a loss; and counts of these."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tournaments.mathematics.score_table import won_and_drawn

SeatRow = tuple[int, int, int, str]
"""A seat of a finished game: its version by id, its number, its rank, and the kind of its fault."""

BySeat = dict[str, list[int]]
"""Games won, drawn and lost by the number of the seat, which JSON keeps as a text."""

LostBy = dict[str, int]
"""Games lost by the kind of the own fault, or else by the reason of the game's end."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side of a finished game. `seat` is the first of its seats, `won` and `drawn` are 1 or 0.

    `lost_by` is empty unless it lost.
    """

    seat: int
    rank: int
    won: int
    drawn: int
    lost_by: str

    @property
    def lost(self) -> int:
        return 1 - self.won - self.drawn


def side_results(rows: Iterable[SeatRow], reason: str) -> dict[int, SideResult]:
    """The result of each side by its version's id, in the order of first seats; partners are one.

    `rows` are the seats of a game in their order, `reason` is why it ended.
    """
    first: dict[int, tuple[int, int]] = {}
    faults: dict[int, str] = {}
    for version, seat, rank, fault in rows:
        first.setdefault(version, (seat, rank))
        if fault:
            faults.setdefault(version, fault)
    ranks = [rank for _seat, rank in first.values()]
    return {
        version: _result(seat, rank, *won_and_drawn(rank, ranks), faults.get(version, reason))
        for version, (seat, rank) in first.items()
    }


@cache
def _result(seat: int, rank: int, won: int, drawn: int, reason: str) -> SideResult:
    """A result, shared by equal ones: a leaderboard has a million games."""
    return SideResult(seat, rank, won, drawn, "" if won or drawn else reason)


def with_seat(counts: Mapping[str, Sequence[int]], result: SideResult, *, times: int = 1) -> BySeat:
    """These counts by seat, and one more game; -1 `times` takes a game back."""
    seat = str(result.seat)
    ends = (result.won, result.drawn, result.lost)
    before = counts.get(seat, (0, 0, 0))
    grown = [old + times * new for old, new in zip(before, ends, strict=True)]
    after = {**{other: list(row) for other, row in counts.items()}, seat: grown}
    return {number: row for number, row in after.items() if any(row)}


def with_loss(counts: Mapping[str, int], result: SideResult, *, times: int = 1) -> LostBy:
    """These counts of lost games, and one more if it was lost; -1 `times` takes one back."""
    if not result.lost:
        return dict(counts)
    after = {**counts, result.lost_by: counts.get(result.lost_by, 0) + times}
    return {why: count for why, count in after.items() if count}
