"""Two entrants that met: the score, the difference in strength, and how sure the better one is.

Blocks are the observations: the games of one need not be independent, since they can begin from
the same opening. One drawn block of the same size is added to the variance and the mean, so that
three wins out of three are no proof of infinite strength.

Source: the normal approximation to the mean of independent blocks; likelihood of superiority as
computer chess has it, the probability that the true score is above a half.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.statistics.elo import Z, difference, normal_probability


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
    """Compare by the points of one entrant in every game (1, 0.5 or 0), block by block.

    Raises ValueError when there is no game.
    """
    games = sum(len(block) for block in blocks)
    if not games:
        raise ValueError("two that never met cannot be compared")
    points = sum(sum(block) for block in blocks)
    mean, error = _mean_and_error([[*block] for block in blocks] + [[0.0, 1.0]])
    low, high = mean - Z * error, mean + Z * error
    return Comparison(
        games=games,
        points=points,
        score=points / games,
        elo=difference(mean),
        low=difference(low) if low > 0 else -math.inf,
        high=difference(high) if high < 1 else math.inf,
        superiority=normal_probability((mean - 0.5) / error),
    )


def _mean_and_error(blocks: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean over games, and its standard error from the differences between blocks.

    A block can be no surer than one game whose points are a coin's: for so few blocks that they
    all came out the same, that is the error.
    """
    games = sum(len(block) for block in blocks)
    mean = sum(sum(block) for block in blocks) / games
    spread = sum((sum(block) - mean * len(block)) ** 2 for block in blocks)
    count = len(blocks)
    least = mean * (1 - mean) / 4
    return mean, math.sqrt(max(spread * count / (count - 1), least)) / games
