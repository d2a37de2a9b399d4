"""FIDE's two tables of scores and rating differences, as published, for performance ratings.

FIDE Handbook, B.02 (Rating Regulations, 2024), 8.1.1 and 8.1.2. They follow a normal curve, except
near the ends. The ratings here follow the logistic curve of `elo`, which differs from
table 8.1.2 by less than a hundredth of a point up to 328 Elo and by 0.0183 at most, at 560.
"""

import math
from bisect import bisect_right
from fractions import Fraction

_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""8.1.1: the difference in Elo for each hundredth of a score from 0.50 to 1."""

_FIRST = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163,
    171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375,
    392, 412, 433, 457, 485, 518, 560, 620, 736,
)  # fmt: skip
"""8.1.2: the least difference in Elo that gives each hundredth from 0.51 to 1."""


def rating_difference(score: Fraction) -> int:
    """The difference in Elo that a share of the points, from 0 to 1, stands for: 800 at most.

    Table 8.1.1. The score is first rounded to hundredths, a half upwards.
    """
    above = math.floor(100 * score + Fraction(1, 2)) - 50
    return _DIFFERENCES[above] if above >= 0 else -_DIFFERENCES[-above]


def expected_percent(difference: float) -> int:
    """The expected score, in hundredths of a point, of the side `difference` Elo points stronger.

    Table 8.1.2, without the limit of 400 points that ratings have. The difference is first rounded
    to a whole point, a half away from zero.
    """
    above = bisect_right(_FIRST, math.floor(abs(difference) + 0.5))
    return 50 + above if difference > 0 else 50 - above
