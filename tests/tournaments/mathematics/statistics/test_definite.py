"""Linear algebra of positive definite tables, exact and drawn by lot."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from tournaments.mathematics.statistics.definite import (
    FULL,
    Definite,
    Precision,
    product,
    squares,
)

FEW = Precision(exact=10, sums=5)


def _factor(rng, rows, columns):
    """A sparse root of a table that hangs together only just."""
    table = np.where(rng.random((rows, columns)) < 0.1, rng.normal(size=(rows, columns)), 0)
    return csr_array(np.vstack([table, 0.2 * np.eye(columns)]))


@pytest.fixture
def rng():
    return np.random.default_rng(11)


def test_equations_are_solved_alike_by_either_way(rng):
    table, right = product(_factor(rng, 150, 60)), rng.normal(size=(60, 7))
    right[:, 3] = 0

    exact = Definite(table).solve(right, precise=0)
    sparse = Definite(table, precision=FEW).solve(right, precise=1e-10)

    assert table @ exact == pytest.approx(right, abs=1e-9)
    assert sparse == pytest.approx(exact, abs=1e-7)


def test_small_tables_are_spread_exactly(rng):
    information, between = _factor(rng, 150, 60), _factor(rng, 90, 60)

    root = Definite(product(information)).spread(between, rng)

    inverse = np.linalg.inv(product(information).toarray())
    assert root @ root.T == pytest.approx(inverse @ product(between).toarray() @ inverse)


def test_sketches_keep_every_length_within_the_error_that_is_stated(rng):
    information, between = _factor(rng, 150, 60), _factor(rng, 90, 60)
    inverse = np.linalg.inv(product(information).toarray())
    true = np.diag(inverse @ product(between).toarray() @ inverse)

    drawn = [
        Definite(product(information), precision=Precision(50, 25))
        .spread(between, rng)
        .astype(float)
        for _time in range(40)
    ]
    off = np.array([(root**2).sum(axis=1) for root in drawn]) / true - 1

    # At most sqrt(2 / 25) = 28%, and right on average: 40 times make that 4.5%, of the worst of 60.
    assert 0.2 < np.sqrt((off**2).mean()) < 0.3
    assert np.abs(off.mean(axis=0)).max() < 0.19


@pytest.mark.parametrize("precision", [FULL, FEW])
def test_rows_that_are_asked_for_are_exact_where_others_are_drawn(rng, precision):
    information, between = _factor(rng, 150, 60), _factor(rng, 90, 60)
    wanted = np.array([3, 17, 40])

    rows = Definite(product(information), precision=precision).rows(between, wanted)

    inverse = np.linalg.inv(product(information).toarray())
    true = inverse @ product(between).toarray() @ inverse
    assert rows @ rows.T == pytest.approx(true[np.ix_(wanted, wanted)], rel=1e-5)


def test_what_a_sketch_holds_does_not_grow_with_the_rows_of_its_factor(rng):
    few, many = _factor(rng, 100, 60), _factor(rng, 20_000, 60)

    sizes = [
        Definite(product(one), precision=Precision(50, 25)).spread(one, rng).nbytes
        for one in (few, many)
    ]

    assert sizes == [60 * 25 * 4] * 2


def test_a_sketch_is_the_same_of_a_table_that_counts_as_full(rng, monkeypatch):
    information, between = _factor(rng, 150, 60), _factor(rng, 90, 60)
    roots = []
    for full in (0.0, 1.1):
        monkeypatch.setattr("tournaments.mathematics.statistics.definite._FULL", full)
        table = Definite(product(information), precision=FEW)
        roots.append(table.spread(between, np.random.default_rng(4)))

    by_factors, by_gradients = roots
    assert by_gradients == pytest.approx(by_factors, abs=2e-3)
    assert (by_gradients != by_factors).any()


def test_squared_lengths_are_those_of_the_product(rng):
    rows, root = _factor(rng, 40, 20), rng.normal(size=(20, 9))

    assert squares(rows, root) == pytest.approx(((rows @ root) ** 2).sum(axis=1))


def test_equations_that_do_not_settle_are_an_error(rng, monkeypatch):
    monkeypatch.setattr("tournaments.mathematics.statistics.definite._ROUNDS", 2)
    table = product(_factor(rng, 150, 60))

    with pytest.raises(ArithmeticError, match="did not settle"):
        Definite(table, precision=FEW).solve(rng.normal(size=(60, 1)), precise=1e-10)
