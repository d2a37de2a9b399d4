"""The pairs of the Dutch System, beside those of another program that follows the same rules."""

import logging
import random
from fractions import Fraction

import pytest
from caissify_pairings import generate_pairings

from tournaments.mathematics.formats import PlayedPairing, dutch


@pytest.fixture(autouse=True)
def _quiet():
    logging.getLogger("caissify_pairings").setLevel(logging.ERROR)


def _by_the_library(order, playing, known, rounds, number):
    """What caissify-pairings pairs; the place in the order stands for the rating."""
    players = [
        {
            "id": one + 1,
            "name": str(one),
            "score": float(known[one].points),
            "rating": -one,
            "starting_number": one + 1,
            "pairing_number": one + 1,
            "color_hist": known[one].colours,
            "float_history": known[one].floats,
            "bye_count": known[one].byes,
            "forfeit_win_count": known[one].forfeits,
        }
        for one in order
        if one in playing
    ]
    met = {(a + 1, b + 1) for a in order for b in known[a].met if a < b}
    found = generate_pairings(
        system="dutch",
        players=players,
        previous_pairings=met,
        round_number=number,
        total_rounds=rounds,
    )
    rows = [(row["white_id"], row["black_id"]) for row in found]
    return [tuple(one - 1 for one in row if one is not None) for row in rows]


def _result(pairing, rng):
    if len(pairing) == 1:
        return PlayedPairing.bye(pairing[0])
    if rng.random() < 0.03:
        return PlayedPairing(pairing, (Fraction(0),) * 2, 0, withdrawn=frozenset(pairing[1:]))
    score = Fraction(rng.choice([0, 1, 1, 2]), 2)
    return PlayedPairing(pairing, (score, 1 - score), 1)


def _sets(pairs):
    return {frozenset(pair) for pair in pairs}


@pytest.mark.parametrize("seed", range(12))
def test_the_pairs_are_those_of_the_library_also_where_some_are_absent(seed):
    rng = random.Random(seed)
    order, rounds = list(range(rng.randint(6, 14))), rng.choice([4, 6])
    played, absent = [], rng.choice([0, 0.15])
    for number in range(1, rounds + 1):
        playing = {one for one in order if rng.random() >= absent}
        known = dutch.history(order, played)
        theirs = _by_the_library(order, playing, known, rounds, number)
        if not dutch._legal(theirs, playing, known):
            break  # it has no pairing, and pairs those who may not meet
        ours = dutch.pair(order, playing, played, rounds=rounds, seed=seed)

        assert _sets(ours) == _sets(theirs)

        played.append([_result(pairing, rng) for pairing in ours])
    assert played


def test_a_large_tournament_keeps_the_rules_that_have_no_exception():
    rng, order, rounds, played = random.Random(1), list(range(121)), 5, []

    for _number in range(rounds):
        pairs = dutch.pair(order, order, played, rounds=rounds + 1, seed=1)
        assert sorted(one for pair in pairs for one in pair) == order
        played.append([_result(pair, rng) for pair in pairs])

    for own in dutch.history(order, played).values():
        assert len(own.met) == len(set(own.met))
        assert own.byes <= 1
        assert abs(own.balance) <= 2
        assert all(len(set(own.colours[at : at + 3])) > 1 for at in range(len(own.colours) - 2))
