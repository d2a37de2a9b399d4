"""What a seat is worth: the score of each seat over many games, with its error.

In a block every entrant sits in every seat, so the entrants' strengths cancel and the seat's worth
is left. Errors come from the differences between blocks; `few_blocks` says why they hold with few
blocks. Callers leave out incomplete blocks and games that a fault decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.mathematics.statistics.few_blocks import mean_error


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat: its share of the points over `games` games, and half the 95% interval's width."""

    seat: int
    games: int
    score: float
    error: float


def seat_scores(blocks: Sequence[Sequence[Sequence[float]]]) -> list[SeatScore]:
    """The score of each seat. A block is a list of games; a game is its points by seat."""
    seats = len(blocks[0][0]) if blocks else 0
    return [_seat(seat, blocks) for seat in range(seats)]


def _seat(seat: int, blocks: Sequence[Sequence[Sequence[float]]]) -> SeatScore:
    totals = [sum(game[seat] for game in block) for block in blocks]
    sizes = [len(block) for block in blocks]
    games = sum(sizes)
    # One game with half a point more, so that a seat that always won is not beyond any doubt.
    fair = (sum(totals) + 0.5) / (games + 1)
    found = mean_error(totals, sizes, variance=fair * (1 - fair))
    return SeatScore(seat, games, sum(totals) / games, found.half_width)
