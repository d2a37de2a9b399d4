"""Elo after every game, in whole thousandths of a point, and exactly zero-sum.

A side is what a game compares: an entrant, whether it holds one seat or both seats of a team.

Sources: A. Elo, The Rating of Chessplayers, Past and Present (1978); expected scores as in the
FIDE Handbook, B.02 section 8, but from the logistic curve itself instead of its rounded table.
Left out on purpose: a K for each player, because it breaks the zero sum and lets a pool drift.
"""

import math
from collections.abc import Sequence
from itertools import combinations

from tournaments.mathematics.score_table import half_points

MILLI = 1000
"""Ratings are kept as integers in thousandths of an Elo point."""

START = 1500 * MILLI
"""The rating that a version starts with."""

K_NEW = 40 * MILLI
K_SETTLED = 4 * MILLI
K_HALF_WAY = 20
"""Games after which k has fallen half the way from K_NEW to K_SETTLED."""

DAILY_CAP = 10
"""The most games of two owners that rate on a leaderboard on one UTC day."""

PROVISIONAL_GAMES = 20
"""A rating of fewer games is shown with a question mark."""


def k_factor(games: int) -> int:
    """k of a version with `games` rated games behind it: 40 points at first, towards 4 for ever."""
    return K_SETTLED + (K_NEW - K_SETTLED) * K_HALF_WAY // (K_HALF_WAY + games)


def expected_score(difference: int) -> float:
    """The share of points expected by a side rated `difference` thousandths above the other."""
    return 1.0 / (1.0 + math.pow(10.0, -difference / (400 * MILLI)))


def deltas(ratings: Sequence[int], games: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """The change of each side's rating by one game; the changes sum to exactly zero.

    `ratings` in thousandths of a point and `games` (rated games so far) as they were before the
    game, `ranks` as it ended (1 is best, equal ranks tie), all by side. The game has one K, the
    mean of its sides', divided by the number of opponents.
    """
    sides = len(ratings)
    k = sum(map(k_factor, games)) / sides / (sides - 1)
    changes = [0] * sides
    for side, other in combinations(range(sides), 2):
        score = half_points(ranks[side], ranks[other]) / 2
        surprise = score - expected_score(ratings[side] - ratings[other])
        change = round(k * surprise)
        changes[side] += change
        changes[other] -= change
    return changes
