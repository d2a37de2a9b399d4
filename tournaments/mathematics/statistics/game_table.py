"""The games of a leaderboard as narrow columns: a million of them take some tens of megabytes."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tournaments.mathematics.statistics.comparisons import Columns, Comparisons, Floats, Integers

_NOBODY = -1


class FinishedGame(Protocol):
    """What is read of a game: its block, who sat in its seats, and their ranks."""

    @property
    def block(self) -> int: ...
    @property
    def versions(self) -> Sequence[int]: ...
    @property
    def ranks(self) -> Sequence[int]: ...
    @property
    def faulty(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class GameTable:
    """Finished games, a row each.

    `versions` are the ids of all that played, sorted; `sides` has the place among them of who sat
    in each seat, and `ranks` the rank, -1 where a game had fewer seats. `faulty` says that a bot
    was at fault.
    """

    versions: list[int]
    block: Integers
    sides: Columns
    ranks: Columns
    faulty: NDArray[np.bool_]

    @classmethod
    def of(cls, games: Iterable[FinishedGame]) -> "GameTable":
        """Read games one by one, and keep of each no more than its row."""
        block, seats, faulty = array("q"), array("b"), array("b")
        versions, ranks = array("q"), array("b")
        for game in games:
            block.append(game.block)
            seats.append(len(game.versions))
            faulty.append(game.faulty)
            versions.extend(game.versions)
            ranks.extend(game.ranks)
        names, where = np.unique(np.asarray(versions), return_inverse=True)
        sitting = np.arange(max(seats, default=0)) < np.asarray(seats)[:, None]
        sides = _rows(where.astype(np.int32), sitting)
        table = _rows(np.asarray(ranks), sitting)
        return cls(names.tolist(), np.asarray(block), sides, table, np.asarray(faulty) > 0)

    def __len__(self) -> int:
        return len(self.block)

    @property
    def seats(self) -> int:
        """The most seats that a game had."""
        return int(self.sides.shape[1])

    @property
    def played(self) -> list[int]:
        """How many games each version has played."""
        sitting = self.sides[self.sides != _NOBODY]
        counts: list[int] = np.bincount(sitting, minlength=len(self.versions)).tolist()
        return counts

    def comparisons(self) -> Comparisons:
        """Every two sides of every game."""
        pairs = [self._pair(one, other) for one, other in combinations(range(self.seats), 2)]
        return Comparisons(*(np.concatenate(column) for column in zip(*pairs, strict=True)))

    def _pair(self, one: int, other: int) -> tuple[NDArray[Any], ...]:
        met = self.sides[:, other] != _NOBODY
        first, second = self.sides[met, one], self.sides[met, other]
        score = _shares(self.ranks[met, one], self.ranks[met, other])
        seats = (np.full(len(first), seat, dtype=np.int8) for seat in (one, other))
        return (first, second, *seats, score, self.block[met])

    def whole_blocks(self) -> tuple[Floats, Integers]:
        """Points by seat and block of the games in blocks that are whole and without a fault."""
        _names, where, sizes = np.unique(self.block, return_inverse=True, return_counts=True)
        seats = (self.sides != _NOBODY).sum(axis=1)
        faults = np.bincount(where, self.faulty, len(sizes))
        kept = (sizes[where] == seats) & (faults[where] == 0) & (seats == self.seats)
        return _points(self.ranks[kept]), self.block[kept]


def _rows(values: NDArray[Any], sitting: NDArray[np.bool_]) -> NDArray[Any]:
    table = np.full(sitting.shape, _NOBODY, dtype=values.dtype)
    table[sitting] = values
    return table


def _shares(rank: Columns, other: Columns) -> NDArray[np.float32]:
    """What a side makes of a point against another, by their ranks."""
    won = np.add(rank < other, rank <= other, dtype=np.float32)
    return np.asarray(won / 2, dtype=np.float32)


def _points(ranks: Columns) -> Floats:
    """The points of each side in each game: the mean over its opponents of 1, a half and 0."""
    seats = ranks.shape[1]
    # Against itself it has the half point that everybody has there.
    made = [_shares(rank[:, None], ranks).sum(axis=1) - 0.5 for rank in ranks.T]
    return np.stack(made, axis=1).astype(np.float64) / (seats - 1) if made else np.empty((0, 0))
