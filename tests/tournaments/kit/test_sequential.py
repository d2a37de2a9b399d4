"""A test of two bots: errors as rare as promised, and a verdict that follows from the games."""

import random

import pytest

from agents.desk.contenders import Misuse
from tournaments.kit import sequential
from tournaments.kit.contest import Fixture, Result, Terms
from tournaments.kit.sequential import PairTest
from tournaments.mathematics.statistics.scale import expected_score
from tournaments.mathematics.statistics.sprt import Decision, SequentialTest

ELO1 = 120.0
RUNS = 40


def games(elo, seed, blocks=400):
    """Simulated games, of which one in four is drawn, when the first bot is so much stronger."""
    rng, expected = random.Random(seed), expected_score(elo)
    for block in range(1, blocks + 1):
        for game, seats in ((1, (0, 1)), (2, (1, 0))):
            drawn, won = rng.random() < 0.25, rng.random() < (expected - 0.125) / 0.75
            ranks = {0: 1, 1: 1} if drawn else {0: 2 - won, 1: 1 + won}
            fixture = Fixture(1, 1, block, game)
            yield Result(fixture, seats, tuple(ranks[one] for one in seats), "", (None, None))


def verdict(elo, seed):
    test = PairTest(SequentialTest(0.0, ELO1))
    test.follow({one.fixture: one for one in games(elo, seed)})
    return test


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, Decision.BETTER), (ELO1, Decision.NOT_BETTER)])
def test_a_wrong_verdict_is_as_rare_as_promised_and_comes_soon(elo, wrong):
    found = [verdict(elo, seed) for seed in range(RUNS)]

    decisions = [one.decision for one in found]
    # 5 % of 40 are 2; more than 5 come once in sixty times.
    assert decisions.count(wrong) <= 5
    assert Decision.RUNNING not in decisions
    # A test of fixed length with these errors takes (1.645 * 2)^2 * 0.1 / 0.17^2 = 38 pairs.
    assert sum(one.pairs for one in found) / RUNS < 38


def test_the_verdict_is_the_same_whichever_game_ends_first():
    played = {one.fixture: one for one in games(ELO1, seed=1)}
    order = [*played]
    random.Random(2).shuffle(order)
    test, known = PairTest(SequentialTest(0.0, ELO1)), {}

    for fixture in order:
        known[fixture] = played[fixture]
        test.follow(known)

    assert (test.counts, test.decision) == (verdict(ELO1, 1).counts, Decision.BETTER)


@pytest.mark.parametrize("text", ["20", "20,0", "a,b", "5,5", "0,nan", "0,inf"])
def test_what_is_no_pair_of_differences_is_refused(text):
    with pytest.raises(Misuse, match="is no test"):
        sequential.read(text)


@pytest.mark.parametrize(
    "terms",
    [
        Terms("kalah", ("a", "b", "c"), bytes(32)),
        Terms("pachisi", ("a", "b", "c", "d"), bytes(32)),
        Terms("kalah", ("a", "b"), bytes(32), format="swiss"),
        Terms("kalah", ("a", "b"), bytes(32), options={"cycles": 2}),
    ],
)
def test_only_two_bots_in_a_plain_round_robin_are_tested(terms):
    with pytest.raises(Misuse, match="two bots"):
        sequential.check(terms)
