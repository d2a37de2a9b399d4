"""What a seat is worth: the score of each seat over many games, with its error.

A block lets every entrant sit in every seat, so that the entrants' strengths cancel within it and
what is left is the seat's. Errors come from the differences between blocks; how they hold with few
of them is told in `few_blocks`. Callers leave out incomplete blocks and games that a
fault decided.
"""

from dataclasses import dataclass

import numpy as np

from tournaments.mathematics.statistics.comparisons import Columns, Floats
from tournaments.mathematics.statistics.few_blocks import mean_error


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat: its share of the points over `games` games, and half the 95% interval's width."""

    seat: int
    games: int
    score: float
    error: float


def seat_scores(points: Floats, block: Columns) -> list[SeatScore]:
    """The seats of games: a row of points by seat for each game, and the block that it was in."""
    names, where = np.unique(block, return_inverse=True)
    sizes = np.bincount(where).tolist()
    return [
        _seat(seat, np.bincount(where, column).tolist(), sizes)
        for seat, column in enumerate(points.T if len(names) else [])
    ]


def _seat(seat: int, totals: list[float], sizes: list[int]) -> SeatScore:
    games, made = sum(sizes), sum(totals)
    # One game with half a point more, so that a seat that always won is not beyond any doubt.
    fair = (made + 0.5) / (games + 1)
    found = mean_error(totals, sizes, variance=fair * (1 - fair))
    return SeatScore(seat, games, made / games, found.half_width)
