"""Student's distribution, and the error of a mean over few blocks."""

import pytest

from tournaments.mathematics.statistics.few_blocks import MANY, mean_error, probability, quantile
from tournaments.mathematics.statistics.scale import Z


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980)],
)
def test_quantiles_are_those_of_the_printed_tables(freedom, printed):
    # Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.10.
    assert quantile(freedom) == pytest.approx(printed, abs=0.0005)


@pytest.mark.parametrize(("freedom", "t"), [(1, 6.314), (2, 2.920), (5, 2.015), (20, 1.725)])
def test_probabilities_are_those_of_the_printed_tables(freedom, t):
    assert probability(t, freedom) == pytest.approx(0.95, abs=0.0001)
    assert probability(-t, freedom) == pytest.approx(0.05, abs=0.0001)


def test_with_many_blocks_it_is_the_normal_distribution():
    assert quantile(5000) == pytest.approx(Z, abs=0.001)


@pytest.mark.parametrize("t", [-4.0, -1.0, 0.0, 0.5, 2.0, 6.0])
def test_where_the_normal_one_takes_over_nothing_jumps(t):
    assert probability(t, MANY + 1) == pytest.approx(probability(t, MANY), abs=2e-8)


def test_blocks_that_came_out_the_same_are_no_proof():
    found = mean_error([1, 1, 1], [2, 2, 2], variance=0.25)

    # Six freedoms, of which the four that the model lends have all of the spread.
    assert found.freedom == 6
    assert found.error == pytest.approx((4 / 6 * 0.25 / 6) ** 0.5)


def test_the_spread_of_many_blocks_is_their_own():
    found = mean_error([0, 2] * 500, [2, 2] * 500, variance=0.25)

    # Each block is 0 or 2 of 2: a standard deviation of half a point a game.
    assert found.error == pytest.approx(0.5 / 1000**0.5, rel=0.01)
