"""Tie-breaks by the opponents' ratings: C.07, 10. Only games that were played count.

Every game counts its opponents. An unrated entrant counts with the rating it started with, where
FIDE drops these tie-breaks.
"""

import math
from bisect import bisect_left
from collections import Counter

from tournaments.mathematics import score_table
from tournaments.mathematics.statistics import fide
from tournaments.mathematics.tiebreaks.played import Crosstable, Entrant


def average_rating(crosstable: Crosstable[Entrant], entrant: Entrant) -> float:
    """The average rating of the opponents to a whole point, a half rounded up; 0 without games."""
    met = _ratings(crosstable, entrant)
    return float(math.floor(math.fsum(met) / len(met) + 0.5)) if met else 0.0


def performance(crosstable: Crosstable[Entrant], entrant: Entrant) -> float:
    """The average rating of the opponents, and a difference from the score; 0 without games.

    10.2, with the difference from FIDE's table: 800 Elo at most, for a score of nothing or all.
    """
    games = crosstable.games(entrant)
    if not games:
        return 0.0
    score = score_table.total(games, entrant) / len(games)
    return average_rating(crosstable, entrant) + fide.rating_difference(score)


def perfect_performance(crosstable: Crosstable[Entrant], entrant: Entrant) -> float:
    """The lowest whole rating that was expected to make these points, or more; 0 without games.

    10.3, expected by FIDE's table. A score of nothing counts 800 less than the lowest opponent.
    """
    games, met = crosstable.games(entrant), _ratings(crosstable, entrant)
    if not games:
        return 0.0
    score = score_table.total(games, entrant)
    if not score:
        return min(met) - 800
    # A game of more sides gives the mean over its opponents.
    percent = math.ceil(100 * score * len(met) / len(games))
    times = Counter(met)

    def expected(rating: int) -> int:
        return sum(n * fide.expected_percent(rating - opponent) for opponent, n in times.items())

    low, high = math.floor(min(met)) - 800, math.ceil(max(met)) + 800
    return float(bisect_left(range(low, high), percent, key=expected) + low)


def _ratings(crosstable: Crosstable[Entrant], entrant: Entrant) -> list[float]:
    games = crosstable.games(entrant)
    return [crosstable.ratings[other] for game in games for other in game if other != entrant]
