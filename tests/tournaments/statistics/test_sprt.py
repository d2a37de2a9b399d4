"""Early stopping: published ratios, and error rates as promised."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.statistics.elo import expected_score
from tournaments.statistics.sprt import (
    SCORES,
    SequentialTest,
    Verdict,
    log_likelihood_ratio,
    outcome,
)

COUNTS = st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(any)


def _normalised(counts: list[int], elo: float) -> float:
    """The score that "normalised Elo" stands for, the scale of the published examples."""
    total = sum(counts)
    mean = sum(n * s for n, s in zip(counts, SCORES, strict=True)) / total
    spread = math.sqrt(
        sum(n * (s - mean) ** 2 for n, s in zip(counts, SCORES, strict=True)) / total
    )
    return 0.5 + elo * math.log(10) / 800 * spread * math.sqrt(2)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "published"),
    [
        # Tests of chess programs as OpenBench reports them, outcomes from 0 to 2 points.
        ([440, 2910, 5170, 2888, 455], 0, 5, -2.27),
        ([142, 620, 1122, 699, 188], 0, 5, 2.99),
        ([349, 1561, 3340, 1604, 359], -5, 0, 2.90),
        ([98, 382, 674, 369, 71], -5, 0, -1.11),
    ],
)
def test_ratios_are_those_that_were_published(counts, elo0, elo1, published):
    ratio = log_likelihood_ratio(counts, _normalised(counts, elo0), _normalised(counts, elo1))

    assert ratio == pytest.approx(published, abs=0.01)


def test_the_bounds_are_walds():
    test = SequentialTest(alpha=0.05, beta=0.05)

    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=0.001)


def test_before_the_first_pair_nothing_is_known():
    assert SequentialTest().ratio([0, 0, 0, 0, 0]) == 0
    assert SequentialTest().verdict(0.0) is Verdict.RUNNING


def test_a_version_that_wins_nearly_always_passes_and_its_opponent_fails():
    pairs = [2.0, 1.0, 2.0, 1.5, 2.0] * 30

    *_, (ratio, passed) = SequentialTest().run(pairs)
    *_, (_ratio, failed) = SequentialTest().run(2 - points for points in pairs)

    assert passed is Verdict.BETTER
    assert ratio >= SequentialTest().upper
    assert failed is Verdict.NOT_BETTER


def test_nothing_is_looked_at_after_the_verdict():
    steps = list(SequentialTest().run([2.0] * 1000))

    assert len(steps) < 1000
    assert [verdict for _ratio, verdict in steps[:-1]] == [Verdict.RUNNING] * (len(steps) - 1)


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


def _passes(elo: float, *, seed: int, times: int = 200) -> float:
    """How often a version `elo` stronger passes, when pairs share a third of their luck."""
    return sum(_verdict(elo, random.Random(f"{seed}:{n}")) for n in range(times)) / times


def _verdict(elo: float, rng: random.Random) -> bool:
    score = expected_score(elo)
    pairs = iter(lambda: _points(score, rng), None)
    *_, (_ratio, verdict) = SequentialTest(elo1=60).run(pairs)
    return verdict is Verdict.BETTER


def _points(score: float, rng: random.Random) -> float:
    first = rng.random() < score
    second = first if rng.random() < 1 / 3 else rng.random() < score
    return float(first + second)


def test_an_equal_version_passes_no_oftener_than_promised():
    # 200 tests at 5 %: two standard errors are 3.1 points.
    assert _passes(0, seed=1) < 0.081


def test_a_better_version_fails_no_oftener_than_promised():
    assert _passes(60, seed=2) > 0.919
