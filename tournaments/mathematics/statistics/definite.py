"""Linear algebra of positive definite tables: dense where they are small, sparse where large.

A table is given by a factor, its root: sparse rows F whose F' F is the table. What is asked for are
the columns of a matrix whose product with its own transpose is H⁻¹ S H⁻¹.

Up to a number of rows all of that is computed exactly, by Cholesky's factors. Beyond, equations are
solved by conjugate gradients, scaled by the diagonal, or still by Cholesky's factors where there
are many for one table that is far from empty. S is replaced by a sketch, a number of random sums of
its factor's rows. `Precision` has both numbers. The sums come in runs of
`_TOGETHER`, and each row is part of one sum of each run, with a sign drawn by lot. A squared length
that is read off a sketch, such as the variance of a difference, is right on average. Its standard
error is a share of at most sqrt(2 / sums) of it, and half of that for its root: 2.2% with a
thousand sums, and 5% with 200.

Sources: M. R. Hestenes and E. Stiefel (1952), Journal of Research of the National Bureau of
Standards 49, for conjugate gradients; M. F. Hutchinson (1989), Communications in Statistics 18, for
signs drawn by lot; D. M. Kane and J. Nelson (2014), Journal of the ACM 61, for sums that take each
row a few times, and keep lengths as well as those that take every row.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve, cholesky
from scipy.sparse import csr_array

from tournaments.mathematics.statistics.comparisons import Floats, Integers


@dataclass(frozen=True, slots=True)
class Precision:
    """Tables of up to `exact` rows are exact; those of more are sketched by `sums` columns."""

    exact: int = 2000
    sums: int = 1000


FULL, ROUGH = Precision(), Precision(sums=200)

Table = csr_array[Any]
Root = NDArray[np.float64] | NDArray[np.float32]

_TOGETHER = 64
"""Columns that are solved at once: little memory, and fewer passes over the table."""

_DENSE_ROWS = 8_000
"""The most rows of a table that is sketched by its Cholesky factors: they take half a gigabyte."""

_FULL = 0.02
"""The share of its cells from which on that takes less time than conjugate gradients."""

_CELLS = 2_000_000
"""The most numbers held at once in a product of a factor's rows with columns."""

_ROUNDS = 100_000
_TINY = 1e-300


def product(factor: Table) -> Table:
    """The table that a factor is the root of."""
    return csr_array(factor.T @ factor)


def rows_scaled(table: Table, by: Floats) -> Table:
    """The table with each row times its number."""
    data = table.data * np.repeat(by, np.diff(table.indptr))
    return csr_array((data, table.indices, table.indptr), shape=table.shape)


def columns_scaled(table: Table, by: Floats) -> Table:
    """The table with each column times its number."""
    data = table.data * by[table.indices]
    return csr_array((data, table.indices, table.indptr), shape=table.shape)


class Definite:
    """A positive definite table, ready to solve equations with it."""

    def __init__(self, table: Table, *, precision: Precision = FULL) -> None:
        self._precision = precision
        self._table = table
        self._dense = cho_factor(table.toarray()) if self.is_exact else None

    @property
    def is_exact(self) -> bool:
        """Whether all is computed exactly, and nothing drawn by lot."""
        return self._table.shape[0] <= self._precision.exact

    def solve(self, right: Floats, *, precise: float) -> Floats:
        """The columns x with H x = right, each off by a share of about `precise` where sparse."""
        if self._dense is not None:
            return np.asarray(cho_solve(self._dense, right), dtype=np.float64)
        return _conjugate(self._table, right, precise)

    def spread(self, factor: Table, lots: np.random.Generator, *, share: float = 1.0) -> Root:
        """The columns whose outer products add up to H⁻¹ S H⁻¹, for the factor of S.

        `share` is that of the columns which a sketch has.
        """
        if self.is_exact:
            lower = cholesky(product(factor).toarray(), lower=True)
            return self.solve(lower, precise=0)
        # Seven digits are enough for what is drawn by lot, and halve the memory.
        sums = math.ceil(share * self._precision.sums)
        root = np.empty((self._table.shape[0], sums), dtype=np.float32)
        for start in range(0, sums, _TOGETHER):
            run = slice(start, min(start + _TOGETHER, sums))
            sketch = _sketch(factor, run.stop - start, lots) * np.sqrt((run.stop - start) / sums)
            root[:, run] = self._solve_sketch(sketch)
        return root

    @cached_property
    def _solve_sketch(self) -> Callable[[Floats], Floats]:
        """Solves equations for many sketches."""
        rows = self._table.shape[0]
        if rows > _DENSE_ROWS or self._table.nnz < _FULL * rows**2:
            return partial(_conjugate, self._table, precise=1e-4)
        factor = cho_factor(self._table.toarray(), overwrite_a=True, check_finite=False)
        return partial(cho_solve, factor, check_finite=False)

    def rows(self, factor: Table, unknowns: Integers) -> Root:
        """A row for each of these unknowns: their products are those of the rows of `spread`.

        Nothing is drawn by lot, whatever the size of the table. There are as many columns as rows.
        """
        right = np.zeros((self._table.shape[0], len(unknowns)))
        right[unknowns, np.arange(len(unknowns))] = 1.0
        solved = self.solve(right, precise=1e-6)
        products = np.zeros((len(unknowns), len(unknowns)))
        for part in _parts(factor.shape[0], max(_TOGETHER, len(unknowns))):
            image = factor[part] @ solved
            products += image.T @ image
        sizes, ways = np.linalg.eigh(products)
        return np.asarray(ways * np.sqrt(np.maximum(sizes, 0.0)), dtype=np.float64)


def squares(rows: Table, root: Root) -> Floats:
    """The squared length of each row of the product of `rows` and `root`."""
    # A product of two precisions would copy the root in the wider one, part by part.
    narrow, lengths = csr_array(rows.astype(root.dtype)), np.empty(rows.shape[0])
    by_rows = root.copy(order="C")  # else each product makes such a copy
    for part in _parts(rows.shape[0], root.shape[1]):
        image = narrow[part] @ by_rows
        lengths[part] = np.einsum("ij,ij->i", image, image)
    return lengths


def _parts(rows: int, columns: int) -> Iterator[slice]:
    """Slices of rows whose products with the columns stay small."""
    step = max(1, _CELLS // max(columns, 1))
    return (slice(start, min(start + step, rows)) for start in range(0, rows, step))


def _sketch(factor: Table, sums: int, lots: np.random.Generator) -> Floats:
    """A run of sums: each of the factor's rows is part of one, with a sign drawn by lot."""
    rows, columns = factor.shape
    where, sign = lots.integers(0, sums, rows, dtype=np.int32), signs(rows, 1, lots)[:, 0]
    cells = np.repeat(where.astype(np.int64) * columns, np.diff(factor.indptr)) + factor.indices
    drawn = np.bincount(cells, rows_scaled(factor, sign).data, minlength=sums * columns)
    return np.asarray(drawn.reshape(sums, columns).T, dtype=np.float64)


def signs(rows: int, columns: int, lots: np.random.Generator) -> Floats:
    """A table of 1 and -1, drawn by lot."""
    drawn = np.frombuffer(lots.bytes(rows * columns // 8 + 1), dtype=np.uint8)
    bits = np.unpackbits(drawn, count=rows * columns).reshape(rows, columns)
    return np.asarray(2.0 * bits - 1.0)


def _conjugate(table: Table, right: Floats, precise: float) -> Floats:
    """Conjugate gradients for all columns at once, until each is off by a share of `precise`."""
    scale = 1 / table.diagonal()[:, None]
    solution, left = np.zeros_like(right), right.copy()
    way = scale * left
    size = (left * way).sum(axis=0)
    enough = precise**2 * size
    for _round in range(_ROUNDS):
        if (size <= enough).all():
            return solution
        image = table @ way
        step = size / np.maximum((way * image).sum(axis=0), _TINY)
        solution += step * way
        left -= step * image
        aside = scale * left
        before, size = size, (left * aside).sum(axis=0)
        way = aside + size / np.maximum(before, _TINY) * way
    raise ArithmeticError("the conjugate gradients did not settle")
