"""The error of a mean over blocks that holds when there are few of them.

Two or three blocks say almost nothing about how much blocks differ. So their spread is mixed with
the spread of independent games, as if four more blocks had shown that one. The result is still an
estimate. So Student's distribution replaces the normal one, with as many degrees of freedom as the
spread was estimated from.

Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4,
for Student's distribution with a whole number of degrees of freedom, and 26.7.8 for many.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.mathematics.statistics.scale import normal_probability, threshold

MODEL_BLOCKS = 4
"""The weight of the spread of independent games, in blocks."""

MANY = 10_000
"""With more degrees of freedom a normal variable is near enough: to 1e-9 of the probability."""

_SURE = 0.975


@dataclass(frozen=True, slots=True)
class MeanError:
    """The standard error of a mean over games, and the degrees of freedom that it has."""

    error: float
    freedom: int

    @property
    def half_width(self) -> float:
        """Half the width of the 95% interval."""
        return quantile(self.freedom) * self.error

    def below(self, gap: float) -> float:
        """The probability that the true mean is less than `gap` above the estimate."""
        return probability(gap / self.error, self.freedom)


def mean_error(totals: Sequence[float], sizes: Sequence[int], *, variance: float) -> MeanError:
    """The error of the mean over games from each block's total and its number of games.

    `variance` is that of a single game, for games independent of each other; more than 0.
    """
    games = sum(sizes)
    mean = sum(totals) / games
    spread = sum((total - mean * size) ** 2 for total, size in zip(totals, sizes, strict=True))
    return spread_error(spread, games=games, blocks=len(sizes), variance=variance)


def spread_error(spread: float, *, games: int, blocks: int, variance: float) -> MeanError:
    """The same from the sum of the squares by which the totals of blocks miss their mean."""
    freedom = blocks - 1 + MODEL_BLOCKS
    each = (spread + MODEL_BLOCKS * variance * games / blocks) / freedom
    return MeanError(math.sqrt(each * blocks) / games, freedom)


def probability(t: float, freedom: int) -> float:
    """The probability that a variable of Student's distribution stays below `t`."""
    if freedom > MANY:
        return normal_probability(t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t**2 / (2 * freedom)))
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= cosine**2 * (power + 1) / (power + 2)
    within = 2 / math.pi * (angle + math.sin(angle) * total) if odd else math.sin(angle) * total
    return (1 + within) / 2


@lru_cache(maxsize=1024)
def quantile(freedom: int) -> float:
    """The 97.5% quantile of Student's distribution: half a 95% interval, in standard errors."""
    return threshold(1.0, 16.0, lambda t: probability(t, freedom) < _SURE)
