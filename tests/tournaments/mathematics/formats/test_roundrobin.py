import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.mathematics.formats.results import entrants, play, result
from tournaments.mathematics import formats
from tournaments.mathematics.formats import designs

ROUND_ROBIN = formats.get("round-robin")
NUMBERS = [(sides, count) for sides in (3, 4) for count in range(sides, designs.MOST + 1)]


@pytest.mark.parametrize(("sides", "count"), NUMBERS)
def test_every_two_entrants_meet_equally_often_and_as_seldom_as_arithmetic_allows(sides, count):
    met = designs.meetings(designs.balanced(count, sides).pairings)

    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {designs.least_meetings(count, sides)}


@pytest.mark.parametrize(("sides", "count"), NUMBERS)
@pytest.mark.parametrize("find", [designs.balanced, designs.nearly_balanced])
def test_every_pairing_of_a_design_is_of_different_entrants_that_there_are(find, sides, count):
    pairings = find(count, sides).pairings

    assert {len(set(pairing)) for pairing in pairings} == {sides}
    assert {one for pairing in pairings for one in pairing} == set(range(count))


def test_the_file_has_each_design_once_and_no_size_beyond_those_that_are_promised():
    lines = json.loads(Path(designs.__file__).with_name("designs.json").read_text())

    found = Counter((line["sides"], line["entrants"], line["kind"]) for line in lines)
    assert set(found.values()) == {1}
    assert {(sides, count) for sides, count, kind in found if kind == "exact"} == set(NUMBERS)
    assert {(sides, count) for sides, count, _kind in found} == set(NUMBERS)


@pytest.mark.parametrize(("sides", "count"), [(5, 5), (5, 7), (6, 6), (6, 8), (5, 10), (6, 10)])
def test_with_five_and_six_sides_all_meet_equally_often_from_every_seat(sides, count):
    played = [
        one for round_ in play(ROUND_ROBIN, count, sides=sides) for one in round_ if one.games
    ]

    met = designs.meetings([one.entrants for one in played])
    assert len(met) == count * (count - 1) // 2
    assert len(set(met.values())) == 1
    seats = Counter(
        (entrant, seat)
        for one in played
        for order in formats.seat_orders(one.entrants)
        for seat, entrant in enumerate(order)
    )
    assert len(seats) == count * sides
    assert len(set(seats.values())) == 1


@pytest.mark.parametrize(("sides", "count"), NUMBERS)
def test_everybody_has_every_seat_equally_often(sides, count):
    blocks = map(formats.seat_orders, designs.balanced(count, sides).pairings)

    seats = Counter((one, seat) for orders in blocks for o in orders for seat, one in enumerate(o))
    assert len(seats) == count * sides
    assert len(set(seats.values())) == 1


@pytest.mark.parametrize(("sides", "count"), NUMBERS)
def test_a_nearly_balanced_design_is_no_longer_and_all_meet(sides, count):
    near = designs.nearly_balanced(count, sides)

    met = designs.meetings(near.pairings)
    assert len(met) == count * (count - 1) // 2
    assert max(met.values()) <= max(2, designs.least_meetings(count, sides))
    assert len(near.pairings) <= len(designs.balanced(count, sides).pairings)


@pytest.mark.parametrize(
    ("count", "sides", "meetings"), [(7, 3, 1), (9, 3, 1), (13, 4, 1), (7, 4, 2), (10, 4, 2)]
)
def test_well_known_designs_are_found(count, sides, meetings):
    # Fano's plane, the affine and the projective plane of order 3, two designs of two meetings.
    pairings = designs.balanced(count, sides).pairings

    assert len(pairings) == meetings * count * (count - 1) // (sides * (sides - 1))


@pytest.mark.parametrize(
    ("count", "sides", "rounds"), [(9, 3, 4), (15, 3, 7), (8, 4, 7), (16, 4, 5)]
)
def test_nobody_is_idle_where_whole_rounds_are_easy(count, sides, rounds):
    # Fifteen at tables of three are Kirkman's schoolgirls (1850), on seven days.
    packed = designs.rounds(designs.balanced(count, sides))

    assert [len(round_) for round_ in packed] == [count // sides] * rounds


@pytest.mark.parametrize(("sides", "count"), NUMBERS[::3])
def test_everybody_is_in_every_round_once(sides, count):
    for round_ in designs.rounds(designs.balanced(count, sides)):
        assert sorted(one for pairing in round_ for one in pairing) == list(range(count))


@settings(deadline=None)
@given(st.integers(2, 4), st.integers(4, 16), st.integers(1, 3))
def test_the_preview_is_what_is_played(sides, count, cycles):
    options = {"cycles": cycles}

    played = play(ROUND_ROBIN, count, sides=sides, options=options)

    preview = ROUND_ROBIN.preview(
        formats.Setup(formats.unrated(count), sides=sides, options=options, games_per_pairing=12)
    )
    pairings = [one for round_ in played for one in round_ if one.games]
    assert preview.exact
    assert (preview.rounds, preview.pairings) == (len(played), len(pairings))
    assert preview.games == 12 * len(pairings)


def test_the_preview_says_how_often_two_meet_and_who_plays_less():
    exact = ROUND_ROBIN.preview(formats.Setup(formats.unrated(8), sides=4, games_per_pairing=4))
    near = ROUND_ROBIN.preview(
        formats.Setup(formats.unrated(6), sides=4, options={"balance": "near"}, games_per_pairing=4)
    )

    assert exact.note == "Every two entrants meet 3 times."
    assert near.note == "Every two entrants meet once or twice."


def test_of_two_sides_there_is_nothing_to_remark():
    preview = ROUND_ROBIN.preview(formats.Setup(formats.unrated(8), games_per_pairing=2))

    assert preview == formats.Plan(rounds=7, pairings=28, games=56, exact=True)


def test_whose_opponent_withdrew_has_a_bye():
    round_ = ROUND_ROBIN.next_round(formats.Setup(entrants(4, gone={3})), [])

    assert round_ == [(0,), (1, 2)]


def test_a_table_without_one_of_its_entrants_is_not_played():
    round_ = ROUND_ROBIN.next_round(formats.Setup(entrants(4, gone={3}), sides=4), [])

    assert sorted(round_) == [(0,), (1,), (2,)]


def _first_wins(pairing, _seed):
    return result(tuple(sorted(pairing))) if len(pairing) == 2 else result(pairing)


def test_who_withdraws_before_half_way_is_left_out_of_the_table():
    played = play(ROUND_ROBIN, 4, play=_first_wins, leaving={1: {3}})

    points = ROUND_ROBIN.points(formats.Setup(entrants(4, gone={3})), played)

    # 0 beat 3 in the first round, which counts for nothing now.
    assert points == {0: 4, 1: 2, 2: 0, 3: 0}


def test_who_withdraws_after_half_way_loses_what_is_left():
    played = play(ROUND_ROBIN, 4, play=_first_wins, leaving={2: {3}})

    points = ROUND_ROBIN.points(formats.Setup(entrants(4, gone={3})), played)

    # 3 has played 0 and 2, and 1 gets the two points of the pairing that was to come.
    assert points == {0: 6, 1: 4, 2: 2, 3: 0}


def test_who_withdraws_after_just_half_of_its_pairings_stays_in_the_table():
    played = play(ROUND_ROBIN, 5, play=_first_wins, leaving={3: {0}})

    points = ROUND_ROBIN.points(formats.Setup(entrants(5, gone={0})), played)

    # 0 had a bye and beat two of its four opponents; the others have a full score for it.
    assert sum(one.games > 0 for round_ in played for one in round_ if 0 in one.entrants) == 2
    assert points[0] == 4
    assert sum(points.values()) == 2 * 10


def test_who_is_left_out_of_the_table_gets_nothing_from_another_withdrawal():
    played = play(ROUND_ROBIN, 6, play=_first_wins, leaving={1: {5}, 3: {4}})

    points = ROUND_ROBIN.points(formats.Setup(entrants(6, gone={4, 5})), played)

    assert points[5] == 0


def test_points_are_those_of_the_games():
    played = [[result((0, 1), Fraction(3, 2), Fraction(1, 2))]]

    points = ROUND_ROBIN.points(formats.Setup(entrants(2)), played)

    assert points == {0: Fraction(3, 2), 1: Fraction(1, 2)}


@pytest.mark.parametrize(
    ("count", "sides", "options", "field", "words"),
    [
        (1, 2, {}, "entrants", "takes 2 to 200 entrants"),
        (3, 4, {}, "entrants", "takes 4 to 40 entrants"),
        (41, 3, {}, "entrants", "takes 3 to 40 entrants where 3 sides meet; there are 41"),
        (11, 5, {}, "entrants", "takes 5 to 10 entrants where 5 sides meet; there are 11"),
        (8, 7, {}, "sides", "for games of 2 or 3 or 4 or 5 or 6 sides; this game has 7"),
        (8, 2, {"cycles": 11}, "cycles", "cycles must be a whole number from 1 to 10, not 11"),
        (8, 2, {"cycles": True}, "cycles", "cycles must be a whole number"),
        (8, 2, {"balance": "bad"}, "balance", "balance must be exact or near, not bad"),
        (8, 2, {"rounds": 3}, "rounds", "has no option rounds; its options: cycles, balance"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_is_allowed(count, sides, options, field, words):
    with pytest.raises(formats.FormatError, match=words) as refusal:
        ROUND_ROBIN.check(formats.Setup(formats.unrated(count), sides=sides, options=options))

    assert refusal.value.field == field


def test_an_unknown_format_is_refused_with_those_there_are():
    with pytest.raises(formats.FormatError, match="the formats are round-robin, "):
        formats.get("lottery")
