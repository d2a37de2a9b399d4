"""The pairs of the Dutch System, beside those of other programs that follow the same rules."""

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


def _is_legal(pairs, playing, known):
    """Whether all are paired once, no pair meets again, and none has a second bye."""
    byes = [pair[0] for pair in pairs if len(pair) == 1]
    return (
        sorted(one for pair in pairs for one in pair) == sorted(playing)
        and len(byes) == len(playing) % 2
        and not any(known[one].byes for one in byes)
        and not any(other in known[one].met for one, other in (p for p in pairs if len(p) == 2))
    )


def _sets(pairs):
    return {frozenset(pair) for pair in pairs}


# In the last round of seed 8 the library pairs otherwise, and bbpPairings 6.0 as we do.
@pytest.mark.parametrize("seed", sorted({*range(13)} - {8}))
def test_the_pairs_are_those_of_the_library_also_where_some_are_absent(seed):
    rng = random.Random(seed)
    order, rounds = list(range(rng.randint(6, 14))), rng.choice([4, 6])
    played, absent = [], rng.choice([0, 0.15])
    for number in range(1, rounds + 1):
        playing = {one for one in order if rng.random() >= absent}
        known = dutch.history(order, played)
        theirs = _by_the_library(order, playing, known, rounds, number)
        if not _is_legal(theirs, playing, known):
            break  # it has no pairing, and pairs those who may not meet
        ours = dutch.pair(order, playing, played, rounds=rounds, seed=seed)

        assert _sets(ours) == _sets(theirs)

        played.append([_result(pairing, rng) for pairing in ours])
    assert played


FEW_ARE_LEFT = [
    (
        ["0>4 5<1 2>6 7=3", "1=0 3>2 4=7 6<5", "0<3 2=1 5=7 6<4", "3=1 7<2 4>5 0>6"],
        [(1, 4), (2, 0), (5, 3), (6, 7)],
    ),
    (
        [
            *["0=4 5<1 2=6 7<3", "1>3 6<0 4>2 7=5", "0=1 3<4 2=7 5<6", "1>4 3=0 6>7 5<2"],
            "6=1 7=0 4=5 2>3",
        ],
        [(0, 2), (1, 7), (3, 5), (4, 6)],
    ),
    (
        [
            *["5>0 1>6 7=2 3=8 9>4", "5=1 2=9 8<7 0=3 4>6", "1>7 9=5 3=2 8=4 6=0"],
            "9<1 4=5 7=3 2>0 6>8",
        ],
        [(0, 8), (1, 2), (3, 9), (5, 6), (7, 4)],
    ),
    (
        [
            *["0=5 6>1 2=7 8<3 4>9", "3<4 5=6 7<0 1>2 9<8", "4<6 0>3 8=1 2>5 9<7"],
            *["6<0 1<4 7=8 3>2 5>9", "0<4 6>7 8<5 1>3 2>9", "4>5 2<0 8>6 7>1 9<3"],
        ],
        [(0, 8), (1, 9), (3, 6), (4, 2), (5, 7)],
    ),
]
"""Rounds so far, white first, and the next as bbpPairings 6.0.0 pairs it, in
tournaments with one round fewer than entrants."""

_SCORES = {">": Fraction(1), "=": Fraction(1, 2), "<": Fraction(0)}


def _read(round_):
    games = [(int(game[0]), game[1], int(game[2])) for game in round_.split()]
    return [
        PlayedPairing((one, other), (_SCORES[sign], 1 - _SCORES[sign]), 1)
        for one, sign, other in games
    ]


@pytest.mark.parametrize(("before", "pairs"), FEW_ARE_LEFT)
def test_a_bracket_that_must_leave_some_for_others_still_has_the_most_pairs(before, pairs):
    played = [_read(round_) for round_ in before]
    order = range(2 * len(pairs))

    assert sorted(dutch.pair(order, order, played, rounds=len(order) - 1, seed=1)) == pairs


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
