"""Ratings with their errors, from the games of a tournament or of a folder of records."""

from __future__ import annotations

import importlib.util
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from agents.words import CodedError
from tournaments.mathematics.score_table import half_points

if TYPE_CHECKING:
    from tournaments.mathematics.statistics.bradley_terry import BradleyTerryFit

NORMAL = 1.96
"""Standard errors on each side of a 95% interval."""


class NeedsScipy(CodedError):
    """Ratings need SciPy, and it is not installed."""


@dataclass(frozen=True)
class Measured:
    """The strength of an entrant in Elo points: `rating` and half its 95 % interval."""

    name: str
    games: int
    rating: float
    margin: float


@dataclass(frozen=True)
class MeasuredGame:
    """A game: the names and the ranks by seat. Games of one `block` may be alike."""

    seats: Sequence[str]
    ranks: Sequence[int]
    block: Hashable


def rate(
    games: Sequence[MeasuredGame], strengths: Mapping[str, float] | None = None
) -> list[Measured]:
    """The rating of every entrant, the best first. Partners of one name count as one side.

    Entrants of known `strengths`, in Elo points, keep them, and fix the level. Raises
    NeedsScipy where this extra of the kit is not installed.
    """
    names = sorted({name for game in games for name in game.seats})
    if not names:
        return []
    numbers = {name: number for number, name in enumerate(names)}
    blocks = {block: number for number, block in enumerate({game.block: 0 for game in games})}
    rows = [
        (numbers[name], numbers[other], seat, other_seat, half_points(rank, other_rank) / 2, block)
        for game in games
        for block in [blocks[game.block]]
        for (name, seat, rank), (other, other_seat, other_rank) in combinations(_sides(game), 2)
    ]
    seats = max(len(game.seats) for game in games)
    fixed = {numbers[name]: elo for name, elo in (strengths or {}).items() if name in numbers}
    fitted = _fit(rows, entrants=len(names), seats=seats, fixed=fixed)
    played = {name: sum(name in game.seats for game in games) for name in names}
    measured = [
        Measured(name, played[name], float(fitted.ratings[n]), NORMAL * float(fitted.errors[n]))
        for name, n in numbers.items()
    ]
    return sorted(measured, key=lambda row: (-row.rating, row.name))


def _fit(
    rows: Sequence[tuple[int, int, int, int, float, int]],
    *,
    entrants: int,
    seats: int,
    fixed: Mapping[int, float],
) -> BradleyTerryFit:
    need_scipy()
    from tournaments.mathematics.statistics.bradley_terry import fit  # noqa: PLC0415
    from tournaments.mathematics.statistics.comparisons import Comparisons  # noqa: PLC0415

    return fit(Comparisons.of(rows), entrants=entrants, seats=seats, fixed=fixed)


def need_scipy() -> None:
    """Raise NeedsScipy where this extra of the kit is not installed."""
    if importlib.util.find_spec("scipy") is None:
        raise NeedsScipy("needs-scipy")


def _sides(game: MeasuredGame) -> list[tuple[str, int, int]]:
    """The name, the first seat and the rank of each side."""
    first: dict[str, tuple[str, int, int]] = {}
    for seat, (name, rank) in enumerate(zip(game.seats, game.ranks, strict=True)):
        first.setdefault(name, (name, seat, rank))
    return list(first.values())
