"""The logistic scale that all figures here are on: 400 Elo are odds of ten to one."""

import math
from collections.abc import Callable

SCALE = 400 / math.log(10)
"""Elo points for one unit of log odds."""

Z = 1.959963984540054
"""The normal quantile of an interval that holds 95 of 100 times."""

_HALVINGS = 60


def expected_score(difference: float) -> float:
    """The expected score against an opponent `difference` Elo points weaker."""
    return 1 / (1 + math.exp(-difference / SCALE))


def difference(score: float) -> float:
    """The difference in Elo points that gives an expected `score` strictly between 0 and 1.

    Raises ValueError for a score of 0 or 1, which no difference gives.
    """
    if not 0 < score < 1:
        raise ValueError(f"a score must lie between 0 and 1, and be neither, not {score}")
    return SCALE * math.log(score / (1 - score))


def normal_probability(z: float) -> float:
    """The probability that a standard normal variable stays below `z`."""
    return math.erfc(-z / math.sqrt(2)) / 2


def threshold(low: float, high: float, is_below: Callable[[float], bool]) -> float:
    """The number between two others up to which a statement holds, by halving."""
    for _halving in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low
