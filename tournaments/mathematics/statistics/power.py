"""The power of a sequential test: chances of a verdict within some pairs, and how many suffice.

The log-likelihood ratio is modelled as a Brownian motion between the test's two bounds. With the
scores m0 and m1 that the hypotheses expect, and a pair's score of mean m and variance v, it moves
by log((v + (m - m0)^2) / (v + (m - m1)^2)) / 2 on average for each pair. Its standard deviation is
that of the score, times the slope of this step at m.
The ratio is looked at once a pair and so overshoots: each bound counts as 0.583 standard deviations
of a step further out. The two games of a pair count as independent of each other and none as drawn,
so that v is m (1 - m) / 2. Draws, and pairs that the seat decides, make v smaller and every verdict
quicker. So these chances are the lowest.

Sources: D. R. Cox and H. D. Miller, The Theory of Stochastic Processes (1965), chapter 5, for the
motion between two absorbing bounds; D. Siegmund, Sequential Analysis (1985), chapter 10, for the
overshoot. The tests hold the figures against simulated trials.
"""

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from tournaments.mathematics.statistics.scale import expected_score
from tournaments.mathematics.statistics.sprt import SequentialTest

OVERSHOOT = 0.583
"""By how many standard deviations of a step a walk passes a bound, on average."""

MOST_PAIRS = 10_000_000

_NOTHING = 1e-12


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of each verdict when the challenger is `elo` points stronger.

    `better`, `not_better` and `undecided` are the probabilities of what it says within its pairs;
    `enough` is how many pairs reach a verdict with the wanted probability.
    """

    elo: float
    better: float
    not_better: float
    undecided: float
    enough: int


@dataclass(frozen=True, slots=True)
class _Walk:
    """A Brownian motion: its drift and variance for each pair, and the bounds that end it."""

    drift: float
    variance: float
    lower: float
    upper: float

    def above(self, pairs: int) -> float:
        """The probability that it has left at the upper bound within `pairs` pairs."""
        start, width = -self.lower, self.upper - self.lower
        slope = 2 * self.drift / self.variance
        ever = start / width
        if abs(slope * width) > _NOTHING:
            ever = math.expm1(-slope * start) / math.expm1(-slope * width)
        scale = math.pi * self.variance / width**2 * math.exp(slope * self.upper / 2)
        return min(max(ever - scale * self._later(pairs), 0.0), 1.0)

    def below(self, pairs: int) -> float:
        """The probability that it has left at the lower bound within `pairs` pairs."""
        return _Walk(-self.drift, self.variance, -self.upper, -self.lower).above(pairs)

    def _later(self, pairs: int) -> float:
        """The series for leaving at the upper bound after `pairs` pairs."""
        start, width = -self.lower, self.upper - self.lower
        total, order, weight = 0.0, 0, 1.0
        while weight > _NOTHING:
            order += 1
            rate = self.drift**2 / (2 * self.variance)
            rate += (order * math.pi / width) ** 2 * self.variance / 2
            weight = order * math.exp(-rate * pairs) / rate
            total -= (-1) ** order * math.sin(order * math.pi * start / width) * weight
        return total


@lru_cache(maxsize=4096)
def chances(test: SequentialTest, *, elo: float, pairs: int, probability: float = 0.9) -> Chances:
    """The chances of a test of at most `pairs` pairs (1 or more) at a difference of `elo` points.

    `probability`, below 1, is that of a verdict that `enough` pairs must have.
    """
    walk = _walk(test, elo)
    better, not_better = walk.above(pairs), walk.below(pairs)
    undecided = max(1 - better - not_better, 0.0)
    return Chances(elo, better, not_better, undecided, _enough(walk, probability))


def _walk(test: SequentialTest, elo: float) -> _Walk:
    low, high, true = map(expected_score, (test.elo0, test.elo1, elo))
    variance = true * (1 - true) / 2
    under0, under1 = variance + (true - low) ** 2, variance + (true - high) ** 2
    step = math.sqrt(variance) * ((true - low) / under0 - (true - high) / under1)
    drift = math.log(under0 / under1) / 2
    beyond = OVERSHOOT * step
    return _Walk(drift, step**2, test.lower - beyond, test.upper + beyond)


def _enough(walk: _Walk, probability: float) -> int:
    """The fewest pairs with this probability of a verdict, by halving."""
    pairs = range(1, MOST_PAIRS)
    return 1 + bisect_left(
        pairs, probability, key=lambda count: walk.above(count) + walk.below(count)
    )
