"""Early stopping: published ratios, and error rates as promised."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics.statistics.scale import expected_score
from tournaments.mathematics.statistics.sprt import (
    SCORES,
    Decision,
    SequentialTest,
    log_likelihood_ratio,
    outcome,
)

COUNTS = st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(any)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "published"),
    [
        # Tests of Stockfish's changes on fishtest, 2020, with the counts of pairs by points from 0
        # to 2 and bounds in logistic Elo, as printed in the pull requests that they were for: two
        # each of the numbers 2493 and 2920, then one of 3017 and of 2598.
        ([424, 2948, 5832, 3045, 460], -1, 3, 2.94),
        ([1284, 17437, 55536, 18085, 1292], 0, 2, 2.94),
        ([665, 4806, 9333, 4893, 747], -0.5, 1.5, 2.95),
        ([328, 4564, 15580, 4789, 371], 0.25, 1.75, 2.98),
        ([40, 1272, 12142, 1300, 30], -1.5, 0.5, 3.01),
        ([444, 5546, 17841, 5604, 428], -1.5, 0.5, 2.63),
    ],
)
def test_ratios_are_those_that_were_published(counts, elo0, elo1, published):
    ratio = log_likelihood_ratio(counts, expected_score(elo0), expected_score(elo1))

    assert ratio == pytest.approx(published, abs=0.006)


def test_a_ratio_that_speaks_against_the_change_is_that_published():
    # The same of pull request 4403, 2023, whose bounds are in "normalised" Elo.
    counts, published = [44, 11252, 34531, 10903, 50], -2.94

    ratio = log_likelihood_ratio(counts, _normalised(counts, -1.75), _normalised(counts, 0.25))

    assert ratio == pytest.approx(published, abs=0.006)


def _normalised(counts: list[int], elo: float) -> float:
    """The score that a difference in "normalised" Elo stands for, which depends on the spread."""
    total = sum(counts)
    mean = sum(n * s for n, s in zip(counts, SCORES, strict=True)) / total
    variance = sum(n * (s - mean) ** 2 for n, s in zip(counts, SCORES, strict=True)) / total
    return 0.5 + elo * math.log(10) / 800 * math.sqrt(2 * variance)


def test_the_bounds_are_walds():
    test = SequentialTest(alpha=0.05, beta=0.05)

    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=0.001)


def test_before_the_first_pair_nothing_is_known():
    assert SequentialTest().ratio([0, 0, 0, 0, 0]) == 0
    assert SequentialTest().verdict(0.0) is Decision.RUNNING


def test_a_version_that_wins_nearly_always_passes_and_its_opponent_fails():
    pairs = [2.0, 1.0, 2.0, 1.5, 2.0] * 30

    *_, (ratio, passed) = SequentialTest().run(pairs)
    *_, (_ratio, failed) = SequentialTest().run(2 - points for points in pairs)

    assert passed is Decision.BETTER
    assert ratio >= SequentialTest().upper
    assert failed is Decision.NOT_BETTER


def test_nothing_is_looked_at_after_the_verdict():
    steps = list(SequentialTest().run([2.0] * 1000))

    assert len(steps) < 1000
    assert [verdict for _ratio, verdict in steps[:-1]] == [Decision.RUNNING] * (len(steps) - 1)


@pytest.mark.parametrize("terms", [{"elo0": 5, "elo1": 5}, {"alpha": 0.0}, {"beta": 0.5}])
def test_terms_that_make_no_test_are_refused(terms):
    with pytest.raises(ValueError, match="must"):
        SequentialTest(**terms)


@pytest.mark.parametrize("points", [-0.5, 0.3, 2.5])
def test_points_that_no_pair_of_games_gives_are_refused(points):
    with pytest.raises(ValueError, match="a pair of games gives"):
        outcome(points)


@given(COUNTS)
def test_the_mirrored_question_has_the_opposite_answer(counts):
    ratio = log_likelihood_ratio(counts, expected_score(0), expected_score(30))
    mirrored = log_likelihood_ratio(counts[::-1], expected_score(0), expected_score(-30))

    assert ratio == pytest.approx(mirrored, abs=1e-6)


@given(COUNTS)
def test_exchanged_hypotheses_have_the_opposite_ratio(counts):
    one = log_likelihood_ratio(counts, 0.45, 0.55)
    other = log_likelihood_ratio(counts, 0.55, 0.45)

    assert one == pytest.approx(-other, abs=1e-9)


def _passes(elo: float, *, seed: int, times: int = 120) -> float:
    """How often a version `elo` stronger passes, when pairs share a third of their luck."""
    return sum(_verdict(elo, random.Random(f"{seed}:{n}")) for n in range(times)) / times


def _verdict(elo: float, rng: random.Random) -> bool:
    score = expected_score(elo)
    pairs = iter(lambda: _points(score, rng), None)
    *_, (_ratio, verdict) = SequentialTest(elo1=60).run(pairs)
    return verdict is Decision.BETTER


def _points(score: float, rng: random.Random) -> float:
    first = rng.random() < score
    second = first if rng.random() < 1 / 3 else rng.random() < score
    return float(first + second)


def test_an_equal_version_passes_no_oftener_than_promised():
    # 120 tests at 5 %: two standard errors are 4 points.
    assert _passes(0, seed=1) < 0.09


def test_a_better_version_fails_no_oftener_than_promised():
    assert _passes(60, seed=2) > 0.91
