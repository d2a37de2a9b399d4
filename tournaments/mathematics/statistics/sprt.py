"""Is the new version better? A test on pairs of games that stops at the first clear answer.

Two hypotheses about the difference in strength: at most `elo0`, or at least `elo1`. After every
pair the likelihood of the results under the second is divided by that under the first; the test
ends when the logarithm of this ratio leaves the interval between two bounds that follow from the
error rates. A pair (both seat orders, without dice from the same opening) has five outcomes, from 0
to 2 points, and counts as one observation, because its games need not be independent.

The generalised ratio: each hypothesis takes, among all distributions over the five outcomes that
have its mean, the one under which the results are the most likely. So neither the rate of draws
nor the correlation within pairs has to be known.

Sources: A. Wald, Sequential Analysis (1947), for the bounds; M. Van den Bergh, The Generalized
Maximum Likelihood Ratio for the Expectation Value of a Distribution (2020), for the ratio, which
the test frameworks of computer chess use. Left out: the correction for overshooting the bounds,
so both errors are a little lower than asked for.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.mathematics.statistics.scale import expected_score, threshold

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The five outcomes of a pair, as a share of its two points."""

_UNSEEN = 1e-3
"""The count of an outcome that never occurred, so that no likelihood is 0."""


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

    def ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of pairs counted by their outcome, from 0 to 2 points."""
        if not any(counts):
            return 0.0
        return log_likelihood_ratio(counts, expected_score(self.elo0), expected_score(self.elo1))

    def verdict(self, ratio: float) -> Decision:
        """The decision for a log-likelihood ratio."""
        if ratio >= self.upper:
            return Decision.BETTER
        return Decision.NOT_BETTER if ratio <= self.lower else Decision.RUNNING

    def run(self, pairs: Iterable[float]) -> Iterator[tuple[float, Decision]]:
        """The ratio and the verdict after each pair's points (0 to 2), up to the first verdict."""
        counts = [0] * len(SCORES)
        for points in pairs:
            counts[outcome(points)] += 1
            ratio = self.ratio(counts)
            verdict = self.verdict(ratio)
            yield ratio, verdict
            if verdict is not Decision.RUNNING:
                return


def outcome(points: float) -> int:
    """The number, from 0 to 4, of a pair's outcome. Raises ValueError for impossible points."""
    place = round(2 * points)
    if place != 2 * points or not 0 <= place <= 4:
        raise ValueError(f"a pair of games gives 0, 0.5, 1, 1.5 or 2 points, not {points}")
    return place


def log_likelihood_ratio(counts: Sequence[int], score0: float, score1: float) -> float:
    """How much likelier the counts are with the mean `score1` than with `score0`, as a logarithm.

    Scores lie strictly between 0 and 1.
    """
    seen = [max(float(count), _UNSEEN) for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    likely0, likely1 = _likeliest(shares, score0), _likeliest(shares, score1)
    terms = zip(seen, likely0, likely1, strict=True)
    return sum(share * math.log(high / low) for share, low, high in terms)


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """Of all distributions with this mean, the one under which the shares are likeliest.

    It is share / (1 + x * (score - mean)), where x makes the mean come out: the root of a
    function that falls all the way between the two poles.
    """
    gaps = [score - mean for score in SCORES]

    def is_below(x: float) -> bool:
        return sum(s * gap / (1 + x * gap) for s, gap in zip(shares, gaps, strict=True)) > 0

    x = threshold(-1 / max(gaps), -1 / min(gaps), is_below)
    return [s / (1 + x * gap) for s, gap in zip(shares, gaps, strict=True)]
