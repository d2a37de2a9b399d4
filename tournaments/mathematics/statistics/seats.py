"""The score of each seat over many games, with its error.

In a block every entrant sits in every seat, so the entrants' strengths cancel and the seat's worth
is left. Errors come from the differences between blocks; `few_blocks` says why they hold with few
blocks. Callers leave out incomplete blocks and games that a fault decided.
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
    """The score of each seat. A row of `points` is a game, by seat; `block` names its block."""
    names, where = np.unique(block, return_inverse=True)
    sizes = np.bincount(where).tolist()
    return [
        _seat(seat, np.bincount(where, column).tolist(), sizes)
        for seat, column in enumerate(points.T if len(names) else [])
    ]


def _seat(seat: int, totals: list[float], sizes: list[int]) -> SeatScore:
    games, made = sum(sizes), sum(totals)
    # Add a drawn game, so that a seat that always won keeps an error.
    fair = (made + 0.5) / (games + 1)
    error = mean_error(totals, sizes, variance=fair * (1 - fair))
    return SeatScore(seat, games, made / games, error.half_width)
