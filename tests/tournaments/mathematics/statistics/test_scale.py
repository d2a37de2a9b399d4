"""The logistic scale, and searches on it."""

import pytest

from tournaments.mathematics.statistics.scale import difference, expected_score, threshold


def test_the_threshold_is_where_a_statement_stops_to_hold():
    assert threshold(0, 10, lambda number: number**2 < 2) == pytest.approx(2**0.5, abs=1e-12)


@pytest.mark.parametrize("score", [0.1, 0.5, 0.9])
def test_a_difference_gives_the_score_that_it_was_taken_from(score):
    assert expected_score(difference(score)) == pytest.approx(score)
