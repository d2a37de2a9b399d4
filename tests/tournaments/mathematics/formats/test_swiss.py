import random
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from unittest.mock import patch

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.mathematics.formats.results import entrants, play, result
from tournaments.mathematics import formats
from tournaments.mathematics.formats import PlayedPairing, dutch, scoring

SWISS = formats.get("swiss")


def _round(*games):
    """Played games as (white, black, what white scored), the entrants counted from 1."""
    return [
        PlayedPairing((white - 1, black - 1), (Fraction(score), Fraction(1) - score), games=1)
        for white, black, score in games
    ]


def _paired(played, *, playing, count, rounds):
    pairs = dutch.pair(range(count), playing, played, rounds=rounds, seed=WHITE)
    return [tuple(one + 1 for one in pair) for pair in pairs]


WHITE = next(seed for seed in range(9) if random.Random(seed).choice("wb") == "w")


def test_a_published_round_in_which_the_bye_decides_who_floats():
    # bbpPairings, test round "Dutch 2025 C5": the fourth has asked not to play.
    played = [_round((1, 4, 1), (5, 2, 0), (3, 6, 1)), _round((2, 1, 0), (4, 3, 0), (6, 5, 0))]

    pairs = _paired(played, playing={0, 1, 2, 4, 5}, count=6, rounds=3)

    assert pairs == [(1, 5), (3, 2), (6,)]


def test_a_published_round_in_which_the_bye_goes_to_who_has_played():
    # bbpPairings, test round "Dutch 2025 C9": the fifth was away in the first round.
    played = [_round((1, 3, 1), (4, 2, 0))]

    pairs = _paired(played, playing=range(5), count=5, rounds=3)

    assert pairs == [(2, 1), (3, 5), (4,)]


def test_the_first_round_pairs_the_upper_half_with_the_lower_and_alternates_colours():
    pairs = _paired([], playing=range(8), count=8, rounds=3)

    assert pairs == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_the_seed_draws_the_first_colour():
    first = {dutch.pair(range(4), range(4), [], rounds=3, seed=seed)[0] for seed in range(9)}

    assert first == {(0, 2), (2, 0)}


def test_who_is_away_in_the_first_round_has_no_number_before_it_plays():
    # Without the first the second heads the round with number 1, and so with the drawn colour.
    pairs = _paired([], playing={1, 2, 3, 4}, count=5, rounds=3)

    assert pairs == [(2, 4), (5, 3)]


def test_who_was_paired_once_keeps_its_number_while_it_is_away():
    played = [[*_round((2, 4, 1), (5, 3, 1)), PlayedPairing.bye(0)]]

    # Five and six are new: they have numbers 5 and 6 also where the first is away again.
    pairs = _paired(played, playing={5, 6}, count=7, rounds=3)

    assert pairs == [(7, 6)]


def test_points_come_before_numbers_when_two_want_the_same_colour():
    # The fifth has more points than the first, and both are due white.
    played = [
        _round((1, 3, 0), (5, 4, 1), (2, 6, 1)),
        _round((6, 1, 0), (2, 5, 0), (4, 3, 1)),
    ]

    pairs = _paired(played, playing={0, 4}, count=6, rounds=5)

    assert pairs == [(5, 1)]


def _met(played):
    return Counter(
        frozenset(two)
        for round_ in played
        for one in round_
        if one.games
        for two in combinations(one.entrants, 2)
    )


def _byes(played):
    return Counter(one.entrants[0] for round_ in played for one in round_ if not one.games)


@settings(max_examples=15, deadline=None)
@given(st.integers(9, 16), st.integers(0, 10_000))
def test_in_few_rounds_nobody_meets_twice_or_has_two_byes(count, seed):
    played = play(SWISS, count, options={"rounds": 4}, seed=seed)

    assert set(_met(played).values()) == {1}
    assert all(byes == 1 for byes in _byes(played).values())
    assert all(len(round_) == (count + 1) // 2 for round_ in played)


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 14), st.integers(0, 10_000))
def test_colours_differ_by_two_at_most_but_for_the_last_round(count, seed):
    played = play(SWISS, count, seed=seed)[:-1]

    known = dutch.history(range(count), played)
    assert all(abs(own.balance) <= 2 for own in known.values())
    assert all(
        colour * 3 not in "".join(c[0] for c in own.colours)
        for own in known.values()
        for colour in "wb"
    )


@pytest.mark.parametrize("by_the_rules", [True, False])
@settings(max_examples=25, deadline=None)
@given(st.integers(4, 10), st.integers(0, 10_000))
def test_nobody_meets_again_or_has_a_second_bye_before_it_is_unavoidable(by_the_rules, count, seed):
    options = {"rounds": count - 1 + count % 2}

    # Without the rules all is left to our own matching.
    with (
        nullcontext() if by_the_rules else patch.object(dutch.brackets, "pair", lambda *_all: None)
    ):
        played = play(SWISS, count, options=options, seed=seed)

    for number, round_ in enumerate(played):
        if not _is_new([round_], played[:number]):
            assert not _could_be_paired_anew(count, played[:number])


def _is_new(round_, before):
    return not _met(round_) & _met(before) and not _byes(round_) & _byes(before)


def _could_be_paired_anew(count, before):
    met, byes = _met(before), _byes(before)
    graph = networkx.Graph(two for two in combinations(range(count), 2) if not met[frozenset(two)])
    if count % 2:
        graph.add_edges_from((one, "bye") for one in range(count) if not byes[one])
    return len(networkx.max_weight_matching(graph, maxcardinality=True)) == (count + 1) // 2


@settings(max_examples=15, deadline=None)
@given(st.integers(5, 12), st.integers(0, 10_000), st.data())
def test_those_who_withdraw_are_not_paired_and_the_others_go_on(count, seed, data):
    leaving = {
        number: data.draw(st.sets(st.integers(0, count - 1), max_size=1)) for number in range(4)
    }

    played = play(SWISS, count, options={"rounds": 4}, seed=seed, leaving=leaving)

    gone = set()
    for number, round_ in enumerate(played):
        gone |= leaving[number]
        paired = sorted(one for pairing in round_ for one in pairing.entrants)
        assert paired == [one for one in range(count) if one not in gone]


def test_who_comes_back_is_paired_again():
    played = play(SWISS, 6, options={"rounds": 2})
    away = [[one for one in round_ if 3 not in one.entrants] for round_ in played]

    pairs = SWISS.next_round(formats.Setup(entrants(6), options={"rounds": 3}), away)

    assert sorted(one for pair in pairs for one in pair) == list(range(6))


def test_it_is_over_when_one_is_left():
    left = entrants(4, gone={1, 2, 3})

    assert SWISS.next_round(formats.Setup(left), []) is None


def test_a_pairing_is_worth_one_point_and_so_is_a_bye():
    played = [[result((0, 1), Fraction(3, 2), Fraction(1, 2)), result((2,))]]

    assert SWISS.points(formats.Setup(entrants(3)), played) == {0: 1, 1: 0, 2: 1}


@pytest.mark.parametrize(
    ("withdrawn", "points"), [((), (Fraction(1, 2), Fraction(1, 2))), ({1}, (1, 0))]
)
def test_a_void_pairing_gives_a_half_each_or_a_win_against_who_withdrew(withdrawn, points):
    void = PlayedPairing((0, 1), (Fraction(0), Fraction(0)), 0, withdrawn=frozenset(withdrawn))

    assert (scoring.worth(void, 0), scoring.worth(void, 1)) == points


def test_a_bye_that_was_asked_for_is_half_a_point_a_downfloat_and_no_obstacle_to_another():
    asked = PlayedPairing((0,), (Fraction(0),), 0, blocks=0, requested=True)

    known = dutch.history(range(2), [[asked, PlayedPairing.bye(1)]])

    assert [(own.points, own.byes, own.floats) for own in known.values()] == [
        (Fraction(1, 2), 0, ["down"]),
        (1, 1, ["down"]),
    ]


def test_who_is_away_in_a_round_is_not_paired_in_it_and_in_the_next_it_is():
    away = [replace(one, away=frozenset({1})) if one.number < 2 else one for one in entrants(6)]

    first = SWISS.next_round(formats.Setup(away), [])
    played = [[result(pairing) for pairing in first]]
    second = SWISS.next_round(formats.Setup(away), played)

    assert sorted(one for pair in first for one in pair) == [2, 3, 4, 5]
    assert sorted(one for pair in second for one in pair) == list(range(6))


def test_two_who_did_not_play_have_no_colour_and_may_meet_whether_void_or_forfeit():
    void = PlayedPairing((0, 1), (Fraction(0), Fraction(0)), 0)
    forfeit = PlayedPairing((2, 3), (Fraction(0), Fraction(0)), 0, withdrawn=frozenset({3}))

    known = dutch.history(range(4), [[void, forfeit]])

    assert [own.met + own.colours for own in known.values()] == [[]] * 4
    assert [own.floats for own in known.values()] == [["down"]] * 3 + [["none"]]


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 6), st.integers(8, 18), st.integers(0, 10_000))
def test_tables_are_full_and_byes_go_round(sides, count, seed):
    played = play(SWISS, count, sides=sides, options={"rounds": 4}, seed=seed)

    for round_ in played:
        assert [len(one.entrants) for one in round_ if one.games] == [sides] * (count // sides)
        assert sorted(one for p in round_ for one in p.entrants) == list(range(count))
    assert max(_byes(played).values(), default=0) <= -(-4 * (count % sides) // count)


@pytest.mark.parametrize(("sides", "count", "rounds"), [(3, 12, 3), (4, 16, 2), (3, 27, 5)])
def test_tables_repeat_no_meeting_while_there_are_enough_others(sides, count, rounds):
    played = play(SWISS, count, sides=sides, options={"rounds": rounds})

    assert set(_met(played).values()) == {1}


def test_floats_are_what_the_rules_of_2026_call_so():
    away_and_bye = [*_round((1, 2, 1)), PlayedPairing.bye(2)]
    unequal = _round((1, 3, 1), (4, 2, 1))

    known = dutch.history(range(4), [away_and_bye, unequal])

    # Points without a game are a downfloat; being away is none; nor is a game of equals.
    assert [own.floats for own in known.values()] == [
        *[["none", "none"], ["none", "none"], ["down", "none"], ["none", "none"]]
    ]


def test_the_higher_of_two_unequals_floats_down_and_the_lower_up():
    known = dutch.history(range(4), [_round((1, 2, 1), (3, 4, 1)), _round((1, 4, 1), (3, 2, 1))])

    assert [own.floats[-1] for own in known.values()] == ["down", "up", "down", "up"]


def test_tables_bring_equals_together():
    played = [[result((0, 1, 2)), result((3, 4, 5)), result((6, 7, 8))]]

    pairs = SWISS.next_round(formats.Setup(entrants(9), sides=3), played)

    assert pairs == [(0, 3, 6), (1, 4, 7), (2, 5, 8)]


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 4), st.integers(5, 12), st.integers(0, 10_000), st.randoms())
def test_the_order_of_entry_decides_only_between_equal_ratings(sides, count, seed, rng):
    names = list(range(count))
    rng.shuffle(names)
    renamed = sorted(
        (formats.Entrant(names[one.number], one.rating) for one in entrants(count)),
        key=lambda one: one.number,
    )

    pairs = SWISS.next_round(formats.Setup(entrants(count), sides=sides, seed=seed), [])
    other = SWISS.next_round(formats.Setup(renamed, sides=sides, seed=seed), [])

    assert other == [tuple(names[one] for one in pair) for pair in pairs]


@pytest.mark.parametrize(
    ("count", "rounds", "words"),
    [(8, 8, "With 8 entrants there can be 7 rounds"), (7, 8, "there can be 7 rounds")],
)
def test_more_rounds_than_opponents_are_refused(count, rounds, words):
    with pytest.raises(formats.FormatError, match=words) as refusal:
        SWISS.check(formats.Setup(formats.unrated(count), options={"rounds": rounds}))

    assert refusal.value.field == "rounds"


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 4), st.integers(5, 12))
def test_the_preview_is_what_is_played(sides, count):
    preview = SWISS.preview(
        formats.Setup(formats.unrated(count), sides=sides, games_per_pairing=12)
    )

    played = play(SWISS, count, sides=sides)

    pairings = sum(bool(one.games) for round_ in played for one in round_)
    assert (preview.rounds, preview.pairings) == (len(played), pairings)
    assert preview.games == 12 * pairings


def test_the_preview_says_how_many_sit_out():
    preview = SWISS.preview(formats.Setup(formats.unrated(10), sides=4, games_per_pairing=4))

    assert preview.note == "2 of the entrants have a bye in each round."


def test_tables_of_more_than_two_take_fewer_entrants():
    SWISS.check(formats.Setup(formats.unrated(1000), options={"rounds": 9}))
    SWISS.check(formats.Setup(formats.unrated(500), sides=4, options={"rounds": 9}))

    with pytest.raises(formats.FormatError, match="takes 4 to 500 entrants where 4 sides meet"):
        SWISS.check(formats.Setup(formats.unrated(501), sides=4, options={"rounds": 9}))
