"""Comparisons of every two sides of every game, as columns and as sparse tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Columns = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Columns of equal length, with a row for every two sides of every game.

    `first` and `second` number the entrants from 0, `first_seat` and `second_seat` their seats,
    `score` is what the first made of the point (1, 0.5 or 0), and `block` tells which rows belong
    to one block. `weight` is what each counts for, of a game; without it all count whole. Narrow
    columns (`int32`, `int8`, `float32`) do, and take less memory.
    """

    first: Columns
    second: Columns
    first_seat: Columns
    second_seat: Columns
    score: NDArray[np.floating[Any]]
    block: Columns
    weight: NDArray[np.floating[Any]] | None = None

    @classmethod
    def of(cls, rows: Sequence[tuple[int, int, int, int, float, int]]) -> "Comparisons":
        """The columns of rows (first, second, first seat, second seat, score, block)."""
        table = np.array(rows, dtype=np.float64).reshape(-1, 6)
        whole = table.astype(np.int64)
        return cls(whole[:, 0], whole[:, 1], whole[:, 2], whole[:, 3], table[:, 4], whole[:, 5])


@dataclass(frozen=True, slots=True)
class Tally:
    """Comparisons with equal entrants and seats as one kind, counted by block.

    `terms` has a row for each kind: which parameters it depends on, entrants before seats, and
    with which sign; the last seat has none. Its last column is for the level of all entrants, on
    which no game depends. `games` and `points` have a row for each block and a column for each
    kind: how often it was played, by weight, and what the first side made of it.
    """

    terms: csr_array[Any]
    games: csr_array[Any]
    points: csr_array[Any]
    entrants: int
    seats: int

    @classmethod
    def of(cls, rows: Comparisons, *, entrants: int, seats: int) -> "Tally":
        """Count the comparisons of `entrants` entrants in games of `seats` seats."""
        sizes = (entrants, entrants, seats, seats)
        met = (rows.first, rows.second, rows.first_seat, rows.second_seat)
        kinds, kind = np.unique(np.ravel_multi_index(met, sizes), return_inverse=True)
        names, block = np.unique(rows.block, return_inverse=True)
        shape, cells = (len(names), len(kinds)), (block.astype(np.int32), kind.astype(np.int32))
        weight = np.ones(len(kind)) if rows.weight is None else rows.weight.astype(np.float64)
        games = csr_array((weight, cells), shape=shape)
        points = csr_array((weight * rows.score, cells), shape=shape)
        terms = _terms(np.unravel_index(kinds, sizes), entrants=entrants, seats=seats)
        return cls(terms, games, points, entrants, seats)


def _terms(met: Sequence[Integers], *, entrants: int, seats: int) -> csr_array[Any]:
    """A row for each kind of comparison: +1 and -1 at its entrants, and at their seats."""
    kinds = len(met[0])
    columns = np.stack([met[0], met[1], entrants + met[2], entrants + met[3]], axis=1)
    signs = np.tile(np.array([1.0, -1.0, 1.0, -1.0]), kinds)
    starts = np.arange(0, 4 * kinds + 1, 4)
    signed = csr_array((signs, columns.ravel(), starts), shape=(kinds, entrants + seats))
    # The last column is the level's; the last seat, which would have it, has none.
    has_column = np.ones(entrants + seats)
    has_column[-1] = 0
    whole = csr_array(signed @ diags_array(has_column))
    whole.eliminate_zeros()
    return whole
