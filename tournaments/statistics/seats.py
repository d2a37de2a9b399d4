"""What a seat is worth: the score of each seat over many games, with its error.

A block lets every entrant sit in every seat, so that the entrants' strengths cancel within it and
what is left is the seat's. Errors come from the differences between blocks. Incomplete blocks and
games that a fault decided are left out by whoever calls.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.statistics.elo import Z


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat: its share of the points over `games` games, and half the 95% interval's width.

    `error` is None after a single block, which tells nothing of the spread.
    """

    seat: int
    games: int
    score: float
    error: float | None


def seat_scores(blocks: Sequence[Sequence[Sequence[float]]]) -> list[SeatScore]:
    """The seats of a game by its blocks; a block is a list of games, a game its points by seat."""
    seats = len(blocks[0][0]) if blocks else 0
    return [_seat(seat, blocks) for seat in range(seats)]


def _seat(seat: int, blocks: Sequence[Sequence[Sequence[float]]]) -> SeatScore:
    totals = [sum(game[seat] for game in block) for block in blocks]
    sizes = [len(block) for block in blocks]
    games, count = sum(sizes), len(blocks)
    mean = sum(totals) / games
    if count < 2:
        return SeatScore(seat, games, mean, None)
    spread = sum((total - mean * size) ** 2 for total, size in zip(totals, sizes, strict=True))
    error = math.sqrt(spread * count / (count - 1)) / games
    return SeatScore(seat, games, mean, Z * error)
