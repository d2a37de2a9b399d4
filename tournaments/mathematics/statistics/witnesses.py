"""The weights of chosen games in comparison to those that the platform paired.

Two people who arrange games with each other can agree on the results as well. So games that
somebody chose are one observation for each group of owners at a table, however many they are, and
all of a bot's chosen games together weigh little beside its games that count in full. A few
count in any case. Until a leaderboard has a few games in full, there is nothing to hold the others
against, and all count.

Tables have a row for each game and a column for each seat; `NO_SIDE` stands for a seat that a game
lacks.
"""

import numpy as np
from numpy.typing import NDArray

from tournaments.mathematics.statistics.comparisons import Columns, Floats, Integers
from tournaments.mathematics.statistics.game_table import NO_SIDE

WITNESS = 2.0
"""The largest total weight of all games chosen by the same owners, in games."""

SHARE = 0.03
"""The largest weight of a bot's chosen games, as a share of its games in full."""

LEAST = 5.0
"""The weight that a bot's chosen games may have in any case, in games."""

ENOUGH = 100
"""The number of games in full from which a leaderboard bounds the others."""


def clusters(owners: Columns, blocks: Integers, in_full: NDArray[np.bool_]) -> Integers:
    """The number of the observation that each game belongs to.

    That is its block, or for a chosen game the owners at its table.
    """
    _names, cluster = np.unique(blocks, return_inverse=True)
    cluster[~in_full] = len(_names) + _numbered(np.sort(owners[~in_full], axis=1))
    return np.asarray(cluster, dtype=np.int64)


def _numbered(tables: Columns) -> Integers:
    """The number of each row among all different ones: numbers are sorted sooner than rows."""
    number = np.zeros(len(tables), dtype=np.int64)
    size = 2 + int(tables.max(initial=0))
    for column in tables.T:
        _pairs, number = np.unique(number * size + column - NO_SIDE, return_inverse=True)
    return number


def weights(
    bots: Columns, cluster: Integers, in_full: NDArray[np.bool_], bounded: NDArray[np.bool_]
) -> Floats:
    """The weight of each game; `bots` are in its seats, and `bounded` says which have a bound.

    A game has the smallest weight that a bot at its table allows.
    """
    weight = np.ones(len(bots))
    if in_full.sum() < ENOUGH:
        return weight
    chosen = ~in_full
    weight[chosen] = np.minimum(1.0, WITNESS / np.bincount(cluster)[cluster[chosen]])
    full = _sums(bots[in_full], weight[in_full], len(bounded))
    most = np.maximum(LEAST, SHARE * full)
    total = _sums(bots[chosen], weight[chosen], len(bounded))
    share = np.where(bounded & (total > most), most / np.maximum(total, LEAST), 1.0)
    # The last share, of empty seats, is no bound.
    weight[chosen] *= np.append(share, 1.0)[bots[chosen]].min(axis=1, initial=1.0)
    return weight


def _sums(bots: Columns, weight: Floats, number: int) -> Floats:
    """The total weight of each bot's games."""
    seats = bots != NO_SIDE
    each = np.broadcast_to(weight[:, None], bots.shape)[seats]
    return np.asarray(np.bincount(bots[seats], each, minlength=number), dtype=np.float64)
