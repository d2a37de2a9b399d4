"""How unlikely the results of two owners are, if strength alone decides."""

import math
from itertools import accumulate

import numpy as np
import pytest

from tournaments.mathematics.statistics.anomalies import BOUND, PAIR_ELO, Encounter, log_odds
from tournaments.mathematics.statistics.scale import expected_score


def odds(games, points, difference=0.0, error=20.0):
    """Of two versions in one seat, as a power of ten."""
    one = Encounter((1, 2), games, points, difference, error)
    return log_odds([one], error=error) / math.log(10)


def test_seventy_losses_of_seventy_between_equals_are_beyond_the_bound():
    assert 10 ** odds(70, 0) > BOUND
    assert odds(70, 0) == pytest.approx(odds(70, 70))


@pytest.mark.parametrize("games", [10, 70, 1000])
def test_results_as_expected_speak_for_strength(games):
    for difference in (-300, 0, 150):
        assert odds(games, games * expected_score(difference), difference) < 0


def test_losses_that_strength_explains_are_no_anomaly():
    assert odds(70, 0, difference=-800) < 0


def test_a_pair_that_suits_each_other_badly_is_tolerated_for_ever():
    assert 10 ** odds(10_000, 10_000 * expected_score(-150), error=0.0) < BOUND


def test_strengths_that_are_hardly_known_explain_much():
    assert odds(30, 0, error=20) > odds(30, 0, error=100) > odds(30, 0, error=400)


def test_the_odds_of_two_versions_are_those_of_one_if_they_are_alike():
    halves = [Encounter((1, other), 35, 0, 0.0, 0.0) for other in (2, 3)]

    apart = log_odds(halves, error=0.0) / math.log(10)

    # Each half may differ for itself as well, so that a little more is explained.
    assert odds(70, 0, error=0.0) - 2.5 < apart <= odds(70, 0, error=0.0)


def test_whoever_looks_after_each_game_accuses_the_honest_no_more_often_than_stated():
    rng = np.random.default_rng(2)
    passed = [_passes(rng, 10) for _pair in range(150)]

    # At most one in ten by Ville's inequality; it is far less, as a rule.
    assert np.mean(passed) < 0.1


def _passes(rng, bound):
    """Whether the odds of an honest pair ever pass a bound, in eighty games with looks between."""
    error = 40.0
    ahead = rng.normal(0, math.hypot(error, PAIR_ELO))
    points = list(accumulate((rng.random(80) < expected_score(ahead)).astype(float)))
    looks = range(8, 81, 8)
    return any(odds(games, points[games - 1], error=error) > math.log10(bound) for games in looks)
