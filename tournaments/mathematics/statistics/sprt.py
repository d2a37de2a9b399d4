"""Is the new version better? A test on pairs of games that stops at the first clear answer.

Two hypotheses about the difference in strength: at most `elo0`, or at least `elo1`. After every
pair the likelihood of the results under the second is divided by that under the first; the test
ends when the logarithm of this ratio leaves the interval between two bounds that follow from the
error rates. A pair (both seat orders, without dice from the same opening) counts as one
observation, because its games need not be independent.

A pair may be worth any number of points. As they were scored there are five outcomes, from 0 to 2;
without the luck of the dice there are very many, some of them outside that range. So the ratio is
that of normal distributions with the means that the hypotheses expect, each with the variance that
makes the results the most likely. Neither the rate of draws, nor the correlation within pairs, nor
how much luck was taken out has to be known.

Few pairs say little about the variance. It is mixed with that of independent games without draws,
as if four more pairs had shown that one. `python -m benchmarks.verdicts` measures the error rates.

Sources: A. Wald, Sequential Analysis (1947), for the bounds; M. Van den Bergh, The Generalized
Maximum Likelihood Ratio for the Expectation Value of a Distribution (2020), for the ratio, and for
normal distributions in place of the five outcomes, as in the test frameworks of computer chess.
Left out: the correction for overshooting the bounds, so both errors are a little lower than asked.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from tournaments.mathematics.statistics.few_blocks import MODEL_BLOCKS
from tournaments.mathematics.statistics.scale import expected_score

MODEL_VARIANCE = 1 / 8
"""The variance of a pair's share of its points: two independent games of equals, without draws."""


class Decision(Enum):
    """The decision of a test."""

    RUNNING = "no verdict yet"
    BETTER = "better"
    NOT_BETTER = "not better"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """The terms of a test: Elo bounds of the two hypotheses, and the rates of both errors.

    `alpha` is how often a version that is only `elo0` stronger passes, `beta` how often one that
    is `elo1` stronger fails. Raises ValueError for terms that make no test.
    """

    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be less than elo1, not {self.elo0} and {self.elo1}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta must lie between 0 and 0.5")

    @property
    def lower(self) -> float:
        """At or below this log-likelihood ratio the version is not better."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this log-likelihood ratio the version is better."""
        return math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> Decision:
        """The decision for a log-likelihood ratio."""
        if ratio >= self.upper:
            return Decision.BETTER
        return Decision.NOT_BETTER if ratio <= self.lower else Decision.RUNNING

    def run(self, pairs: Iterable[float]) -> Iterator[tuple[float, Decision]]:
        """The ratio and the verdict after each pair's points, up to the first verdict."""
        count, total, squares = 0, 0.0, 0.0
        for points in pairs:
            share = points / 2
            count, total, squares = count + 1, total + share, squares + share * share
            ratio = self.ratio(count, total, squares)
            verdict = self.verdict(ratio)
            yield ratio, verdict
            if verdict is not Decision.RUNNING:
                return

    def ratio(self, pairs: int, total: float, squares: float) -> float:
        """The log-likelihood ratio of pairs, by the sums of their shares and of the squares."""
        mean = total / max(pairs, 1)
        spread = squares - total * mean + MODEL_BLOCKS * MODEL_VARIANCE
        variance = spread / (pairs + MODEL_BLOCKS)
        expected = (expected_score(elo) for elo in (self.elo0, self.elo1))
        under0, under1 = (variance + (mean - score) ** 2 for score in expected)
        return pairs / 2 * math.log(under0 / under1)
