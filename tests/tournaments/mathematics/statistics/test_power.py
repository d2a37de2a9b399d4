"""How likely a verdict is, against trials that are played out."""

import random

import pytest

from tournaments.mathematics.statistics.power import chances
from tournaments.mathematics.statistics.scale import expected_score
from tournaments.mathematics.statistics.sprt import Decision, SequentialTest

TEST = SequentialTest(elo0=0, elo1=100)


def _trial(rng: random.Random, *, elo: float, pairs: int) -> Decision:
    """A trial of independent games, played to its end."""
    score = expected_score(elo)
    played = ((rng.random() < score) + (rng.random() < score) for _pair in range(pairs))
    *_, (_ratio, verdict) = TEST.run(played)
    return verdict


@pytest.mark.parametrize("elo", [0, 50, 100])
def test_verdicts_are_as_likely_as_it_says(elo):
    rng = random.Random(elo)
    told = chances(TEST, elo=elo, pairs=80)

    played = [_trial(rng, elo=elo, pairs=80) for _trial_number in range(1000)]

    # Two standard errors of 1,000 trials are 3 points.
    shares = [played.count(verdict) / len(played) for verdict in Decision]
    assert shares == pytest.approx([told.undecided, told.better, told.not_better], abs=0.05)


def test_nine_of_ten_trials_come_to_a_verdict_within_the_pairs_that_are_enough():
    rng = random.Random(7)
    enough = chances(TEST, elo=50, pairs=1).enough

    played = [_trial(rng, elo=50, pairs=enough) for _trial_number in range(600)]

    # Two standard errors of 600 trials are 2.5 points.
    assert played.count(Decision.RUNNING) / len(played) == pytest.approx(0.1, abs=0.035)


def test_one_pair_decides_nothing_and_very_many_decide():
    short = chances(TEST, elo=50, pairs=1)
    long = chances(TEST, elo=50, pairs=100_000)

    assert short.undecided == pytest.approx(1)
    assert long.undecided == pytest.approx(0, abs=1e-9)
    # Half way between the hypotheses either verdict is as likely.
    assert long.better == pytest.approx(0.5, abs=0.1)


def test_errors_of_both_kinds_are_below_those_asked_for():
    assert chances(TEST, elo=0, pairs=100_000).better < TEST.alpha
    assert chances(TEST, elo=100, pairs=100_000).not_better < TEST.beta


def test_more_pairs_are_needed_for_a_finer_difference():
    wide, fine = (chances(SequentialTest(elo1=elo1), elo=0, pairs=400) for elo1 in (60, 30))

    assert wide.undecided < fine.undecided
    assert wide.enough < fine.enough
