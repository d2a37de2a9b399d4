"""Two entrants that met: the score, the difference in strength, and how sure the better one is.

Blocks are the observations: the games of one may be alike, blocks are independent of each other.
One drawn block of two games is added to the mean, so that three wins out of three are no proof of
infinite strength. `few_blocks` says how the error holds with few blocks.

Source: likelihood of superiority as computer chess has it, the probability that the true score is
above a half; here by Student's distribution, which is what a flat prior leads to.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.mathematics.statistics.block_sums import BlockSums
from tournaments.mathematics.statistics.few_blocks import spread_error
from tournaments.mathematics.statistics.scale import difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of one entrant against another.

    `score` is its share of the points, and `margin` half its 95% interval; `elo` the difference in
    strength with the 95% interval from `low` to `high` (in Elo points, infinite where the interval
    of the score reaches 0 or 1), `superiority` the probability that it is the stronger one.
    """

    games: int
    wins: int
    draws: int
    losses: int
    points: float
    score: float
    margin: float
    elo: float
    low: float
    high: float
    superiority: float


def compare(blocks: Sequence[Sequence[float]]) -> Comparison:
    """Compare two entrants by the points of one in every game (1, 0.5 or 0), block by block.

    Raises ValueError when there is no game.
    """
    halves = [[round(2 * points) for points in block] for block in blocks if block]
    return compare_sums(BlockSums.of(halves))


def compare_sums(sums: BlockSums) -> Comparison:
    """Compare two entrants by the sums over their blocks.

    Raises ValueError when there is no game.
    """
    if not sums.games:
        raise ValueError("two that never met cannot be compared")
    mean, variance = _mean_and_variance(sums)
    error = spread_error(sums.spread, games=sums.games, blocks=sums.blocks, variance=variance)
    low, high = mean - error.half_width, mean + error.half_width
    return Comparison(
        games=sums.games,
        wins=sums.wins,
        draws=sums.draws,
        losses=sums.losses,
        points=sums.half_points / 2,
        score=sums.half_points / 2 / sums.games,
        margin=error.half_width,
        elo=difference(mean),
        low=difference(low) if low > 0 else -math.inf,
        high=difference(high) if high < 1 else math.inf,
        superiority=error.below(mean - 0.5),
    )


def _mean_and_variance(sums: BlockSums) -> tuple[float, float]:
    """Mean and variance of a game's points, with one won and one lost game added."""
    wins, games = sums.wins + 1, sums.games + 2
    mean = (wins + sums.draws / 2) / games
    return mean, (wins + sums.draws / 4) / games - mean**2
