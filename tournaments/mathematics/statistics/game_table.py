"""The games of a leaderboard as narrow columns: a million of them take some tens of megabytes."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournaments.mathematics.statistics.comparisons import Columns, Comparisons, Floats, Integers

NO_SIDE = -1
"""The value for a seat that a game lacks."""


@dataclass(frozen=True, slots=True)
class GameTable:
    """Finished games, a row each.

    `versions` are the ids of all that played, sorted; `sides` has the place among them of who sat
    in each seat, and `ranks` the rank, `NO_SIDE` where a game had fewer seats. `faulty` says that a
    bot was at fault, and `in_full` that the game counts in full.
    """

    versions: list[int]
    block: Integers
    sides: Columns
    ranks: Columns
    faulty: NDArray[np.bool_]
    in_full: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.block)

    @property
    def seats(self) -> int:
        """The most seats that a game had."""
        return int(self.sides.shape[1])

    @property
    def played(self) -> list[int]:
        """The number of games of each version."""
        sitting = self.sides[self.sides != NO_SIDE]
        counts: list[int] = np.bincount(sitting, minlength=len(self.versions)).tolist()
        return counts

    def comparisons(
        self, clusters: Integers | None = None, weights: Floats | None = None
    ) -> Comparisons:
        """Every two sides of every game; `clusters` stand for the blocks where they are given."""
        columns = (
            self.block if clusters is None else clusters,
            np.ones(len(self)) if weights is None else weights,
        )
        twos = combinations(range(self.seats), 2)
        pairs = [self._pair(side, other, *columns) for side, other in twos]
        return Comparisons(*(np.concatenate(column) for column in zip(*pairs, strict=True)))

    def _pair(
        self, side: int, other: int, clusters: Integers, weights: Floats
    ) -> tuple[NDArray[Any], ...]:
        met = self.sides[:, other] != NO_SIDE
        first, second = self.sides[met, side], self.sides[met, other]
        score = shares(self.ranks[met, side], self.ranks[met, other])
        seats = (np.full(len(first), seat, dtype=np.int8) for seat in (side, other))
        return (first, second, *seats, score, clusters[met], weights[met].astype(np.float32))

    def whole_blocks(self) -> tuple[Floats, Integers]:
        """Points by seat and block of the games in blocks that are whole and without a fault."""
        _names, where, sizes = np.unique(self.block, return_inverse=True, return_counts=True)
        seats = (self.sides != NO_SIDE).sum(axis=1)
        faults = np.bincount(where, self.faulty, len(sizes))
        is_whole = (sizes[where] == seats) & (faults[where] == 0) & (seats == self.seats)
        return _points(self.ranks[is_whole]), self.block[is_whole]


def shares(rank: Columns, other: Columns) -> NDArray[np.float32]:
    """A side's share of the point against another, by their ranks."""
    won = np.add(rank < other, rank <= other, dtype=np.float32)
    return np.asarray(won / 2, dtype=np.float32)


def _points(ranks: Columns) -> Floats:
    """The points of each side in each game: the mean over its opponents of 1, a half and 0."""
    seats = ranks.shape[1]
    # Its comparison with itself has given it half a point.
    made = [shares(rank[:, None], ranks).sum(axis=1) - 0.5 for rank in ranks.T]
    return np.stack(made, axis=1).astype(np.float64) / (seats - 1) if made else np.empty((0, 0))
