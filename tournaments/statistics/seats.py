"""What a seat is worth: the score of each seat over many games, with its error.

A block lets every entrant sit in every seat, so that the entrants' strengths cancel within it and
what is left is the seat's. Errors come from the differences between blocks, mixed with what games
that are independent would show, as if that had been seen in four more blocks: three blocks that
came out the same are no proof. Incomplete blocks and games that a fault decided are left out by
whoever calls.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.statistics.elo import Z

MODEL_BLOCKS = 4
"""How many blocks the spread of independent games counts for, beside those that were played."""


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat: its share of the points over `games` games, and half the 95% interval's width."""

    seat: int
    games: int
    score: float
    error: float


def seat_scores(blocks: Sequence[Sequence[Sequence[float]]]) -> list[SeatScore]:
    """The seats of a game by its blocks; a block is a list of games, a game its points by seat."""
    seats = len(blocks[0][0]) if blocks else 0
    return [_seat(seat, blocks) for seat in range(seats)]


def _seat(seat: int, blocks: Sequence[Sequence[Sequence[float]]]) -> SeatScore:
    totals = [sum(game[seat] for game in block) for block in blocks]
    sizes = [len(block) for block in blocks]
    games, count = sum(sizes), len(blocks)
    # One game with half a point more, so that a seat that always won is not beyond any doubt.
    mean, fair = sum(totals) / games, (sum(totals) + 0.5) / (games + 1)
    spread = sum((total - mean * size) ** 2 for total, size in zip(totals, sizes, strict=True))
    expected = fair * (1 - fair) * games / count
    variance = (spread + MODEL_BLOCKS * expected) / (count - 1 + MODEL_BLOCKS)
    return SeatScore(seat, games, mean, Z * math.sqrt(variance * count) / games)
