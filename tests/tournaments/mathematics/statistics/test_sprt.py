"""Early stopping: published ratios, and error rates as promised."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics.statistics.scale import difference, expected_score
from tournaments.mathematics.statistics.sprt import Decision, SequentialTest

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
PAIRS = st.lists(st.floats(-1, 3), min_size=1, max_size=200)


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
    assert _ratio(counts, elo0, elo1) == pytest.approx(published, abs=0.01)


def test_a_ratio_that_speaks_against_the_change_is_that_published():
    # The same of pull request 4403, 2023, whose bounds are in "normalised" Elo.
    counts, published = [44, 11252, 34531, 10903, 50], -2.94

    ratio = _ratio(counts, _logistic(counts, -1.75), _logistic(counts, 0.25))

    assert ratio == pytest.approx(published, abs=0.01)


def _ratio(counts: list[int], elo0: float, elo1: float) -> float:
    sums = (sum(n * s**power for n, s in zip(counts, SCORES, strict=True)) for power in (1, 2))
    return SequentialTest(elo0, elo1).ratio(sum(counts), *sums)


def _logistic(counts: list[int], elo: float) -> float:
    """The difference that one in "normalised" Elo stands for, which depends on the spread."""
    total = sum(counts)
    mean = sum(n * s for n, s in zip(counts, SCORES, strict=True)) / total
    variance = sum(n * (s - mean) ** 2 for n, s in zip(counts, SCORES, strict=True)) / total
    return difference(0.5 + elo * math.log(10) / 800 * math.sqrt(2 * variance))


def test_the_bounds_are_walds():
    test = SequentialTest(alpha=0.05, beta=0.05)

    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=0.001)


def test_before_the_first_pair_nothing_is_known():
    assert SequentialTest().ratio(0, 0, 0) == 0
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


def _last(test: SequentialTest, pairs: list[float]) -> float:
    shares = [points / 2 for points in pairs]
    return test.ratio(len(shares), sum(shares), sum(share**2 for share in shares))


@given(PAIRS)
def test_the_mirrored_question_has_the_opposite_answer(pairs):
    mirrored = _last(SequentialTest(-30, 0), [2 - points for points in pairs])

    assert _last(SequentialTest(0, 30), pairs) == pytest.approx(-mirrored, abs=1e-6)


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


@pytest.mark.parametrize(("elo", "wrong"), [(0, Decision.BETTER), (60, Decision.NOT_BETTER)])
def test_without_luck_errors_are_rare_too_and_verdicts_come_sooner(elo, wrong):
    rng, score, runs = random.Random(elo), expected_score(elo), []
    for _trial in range(120):
        pairs = iter(lambda: _without_luck(score, rng) + _without_luck(score, rng), None)
        runs.append(list(SequentialTest(elo1=60).run(pairs)))

    verdicts = [run[-1][1] for run in runs]
    # As they are scored, such trials take 97 pairs; a third of the variance is left.
    assert verdicts.count(wrong) < 0.09 * 120
    assert sum(map(len, runs)) < 55 * 120


def _without_luck(score: float, rng: random.Random) -> float:
    """A game of which three tenths of the variance are left; it may be worth less than nothing."""
    chance = rng.betavariate(score * 3 / 7, (1 - score) * 3 / 7)
    return score + (rng.random() < chance) - chance
