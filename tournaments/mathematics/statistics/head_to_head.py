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

from tournaments.mathematics.statistics.few_blocks import mean_error
from tournaments.mathematics.statistics.scale import difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one entrant made against another.

    `score` is its share of the points, `elo` the difference in strength with the 95% interval
    from `low` to `high` (in Elo points, infinite where the interval of the score reaches 0 or 1),
    `superiority` the probability that it is the stronger one.
    """

    games: int
    points: float
    score: float
    elo: float
    low: float
    high: float
    superiority: float


def compare(blocks: Sequence[Sequence[float]]) -> Comparison:
    """Compare two entrants by the points of one in every game (1, 0.5 or 0), block by block.

    Raises ValueError when there is no game.
    """
    played = [list(block) for block in blocks if block]
    if not played:
        raise ValueError("two that never met cannot be compared")
    scores = [score for block in played for score in block]
    mean, variance = _mean_and_variance([*scores, 0.0, 1.0])
    sizes = [len(block) for block in played]
    found = mean_error([sum(block) for block in played], sizes, variance=variance)
    low, high = mean - found.half_width, mean + found.half_width
    return Comparison(
        games=len(scores),
        points=sum(scores),
        score=sum(scores) / len(scores),
        elo=difference(mean),
        low=difference(low) if low > 0 else -math.inf,
        high=difference(high) if high < 1 else math.inf,
        superiority=found.below(mean - 0.5),
    )


def _mean_and_variance(scores: Sequence[float]) -> tuple[float, float]:
    mean = sum(scores) / len(scores)
    return mean, sum((score - mean) ** 2 for score in scores) / len(scores)
