from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.mathematics.formats.results import drawn, entrants, play, result
from tournaments.mathematics import formats
from tournaments.mathematics.formats import PlayedPairing, bracket

KNOCKOUT = formats.get("knockout")
DOUBLE = formats.get("double-elimination")
THIRD = {"third_place": True}


def _better(pairing, _seed=0):
    """The better seed wins everything: entrants are numbered by rating here."""
    return result(pairing, *[2 * (one == min(pairing)) for one in pairing][: len(pairing)])


def _worse(pairing, _seed=0):
    return result(pairing, *[2 * (one == max(pairing)) for one in pairing])


def _pairs(played):
    return [[one.entrants for one in round_] for round_ in played]


def _places(format_, count, played, *, gone=(), options=None, sides=2):
    ranked = format_.places(
        formats.Setup(entrants(count, gone=gone), sides=sides, options=options or {}), played
    )
    return [(place, one) for place, one in ranked]


@pytest.mark.parametrize(
    ("size", "order"), [(2, [0, 1]), (4, [0, 3, 1, 2]), (8, [0, 7, 3, 4, 1, 6, 2, 5])]
)
def test_the_seeds_stand_so_that_the_best_meet_last(size, order):
    assert bracket.seed_order(size) == order


def test_a_knockout_of_eight_goes_as_seeded_when_the_better_win():
    played = play(KNOCKOUT, 8, options=THIRD, play=_better)

    assert _pairs(played) == [
        [(0, 7), (3, 4), (1, 6), (2, 5)],
        [(0, 3), (1, 2)],
        [(0, 1), (3, 2)],
    ]
    assert _places(KNOCKOUT, 8, played, options=THIRD) == [
        *[(1, 0), (2, 1), (3, 2), (4, 3)],
        *[(5, 4), (5, 5), (5, 6), (5, 7)],
    ]


def test_without_a_third_place_match_the_losers_of_the_semi_finals_share_the_third():
    played = play(KNOCKOUT, 4, play=_better)

    assert _places(KNOCKOUT, 4, played) == [(1, 0), (2, 1), (3, 2), (3, 3)]


def test_the_best_seeds_have_the_byes():
    first = play(KNOCKOUT, 6, play=_better)[0]

    assert _pairs([first]) == [[(0,), (3, 4), (1,), (2, 5)]]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 40), st.integers(0, 10_000), st.booleans())
def test_all_but_one_lose_once(count, seed, third):
    played = play(KNOCKOUT, count, seed=seed, options={"third_place": third})

    preview = KNOCKOUT.preview(
        formats.Setup(formats.unrated(count), options={"third_place": third}, games_per_pairing=2)
    )
    pairings = sum(len(one.entrants) == 2 for round_ in played for one in round_)
    assert (preview.rounds, preview.pairings) == (len(played), pairings)
    # Tied pairings may need more games.
    assert not preview.exact
    assert [place for place, _one in _places(KNOCKOUT, count, played)].count(1) == 1


def test_a_tied_pairing_gets_more_blocks_up_to_a_bound():
    tie = PlayedPairing((0, 1), (Fraction(1), Fraction(1)), games=2, blocks=1)
    long = PlayedPairing((0, 1), (Fraction(7), Fraction(7)), games=14, blocks=7)

    round_ = [tie, long, result((0, 1)), PlayedPairing.bye(3)]

    assert KNOCKOUT.undecided(formats.Setup(entrants(8)), [round_]) == [tie]


def test_a_pairing_that_somebody_left_needs_no_more():
    left = PlayedPairing((0, 1), (Fraction(0),) * 2, games=0, withdrawn=frozenset({0}))

    assert KNOCKOUT.undecided(formats.Setup(entrants(2)), [[left]]) == []


def test_at_the_bound_the_better_seed_goes_on():
    tied = [[result((0, 3), 1, 1), result((1, 2), 1, 1)]]

    assert KNOCKOUT.next_round(formats.Setup(entrants(4)), tied) == [(0, 1)]


def test_who_leaves_a_pairing_loses_it_whatever_its_score():
    left = PlayedPairing((0, 3), (Fraction(2), Fraction(0)), 2, withdrawn=frozenset({0}))
    played = [[left, _better((1, 2))]]

    pairs = KNOCKOUT.next_round(formats.Setup(entrants(4, gone={0})), played)

    assert pairs == [(3, 1)]


def test_who_withdraws_between_rounds_gives_the_next_opponent_a_bye():
    played = play(KNOCKOUT, 8, play=_better, leaving={1: {0}})

    assert _pairs(played)[1:] == [[(3,), (1, 2)], [(3, 1)]]
    assert _places(KNOCKOUT, 8, played, gone={0})[:4] == [(1, 1), (2, 3), (3, 0), (3, 2)]


def test_when_both_withdraw_the_next_opponent_has_a_bye():
    played = play(KNOCKOUT, 8, play=_better, leaving={1: {0, 3}})

    assert _pairs(played)[1:] == [[(1, 2)], [(1,)]]


@pytest.mark.parametrize(
    ("count", "names"),
    [(2, ["Final"]), (12, ["Round of 16", "Quarter-finals", "Semi-finals", "Final"])],
)
def test_rounds_are_called_what_they_are(count, names):
    called = [
        KNOCKOUT.round_name(formats.Setup(formats.unrated(count)), [], number)
        for number in range(1, len(names) + 1)
    ]

    assert called == names


def test_a_table_that_ends_it_earlier_than_planned_is_the_final():
    gone = set(range(3, 27))
    setup = formats.Setup(entrants(27, gone=gone), sides=3)

    played = play(KNOCKOUT, 27, sides=3, play=_better, leaving={1: gone})

    assert _pairs(played)[1:] == [[(0, 1, 2)]]
    assert KNOCKOUT.round_name(setup, played[:1], 2) == "Final"
    assert [KNOCKOUT.round_name(setup, played, number) for number in (1, 2)] == ["Round 1", "Final"]


def test_of_a_knockout_that_ends_without_a_final_no_round_is_called_so():
    gone = set(range(2, 9))
    setup = formats.Setup(entrants(9, gone=gone), sides=3)

    (first,) = play(KNOCKOUT, 9, sides=3, play=_better, leaving={1: gone})

    assert KNOCKOUT.round_name(setup, [first], 1) == "Round 1"


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 33), st.integers(0, 10_000), st.booleans())
def test_in_a_double_elimination_all_but_one_lose_twice(count, seed, reset):
    played = play(DOUBLE, count, seed=seed, options={"reset": reset})

    losses = dict.fromkeys(range(count), 0)
    for pairing in (one for round_ in played for one in round_):
        for one in set(pairing.entrants) - {pairing.ranked(range(count))[0]}:
            losses[one] += 1
    winner = next(one for place, one in _places(DOUBLE, count, played) if place == 1)
    assert losses[winner] <= 1
    # Without a second final, the winner of the upper bracket may be out with one loss.
    assert sorted(losses.values())[2 - reset :] == [2] * (count - 2 + reset)


def test_a_double_elimination_of_eight_goes_as_seeded_when_the_better_win():
    played = play(DOUBLE, 8, play=_better)

    assert _pairs(played) == [
        [(0, 7), (3, 4), (1, 6), (2, 5)],
        [(0, 3), (1, 2), (7, 4), (6, 5)],
        [(2, 4), (3, 5)],
        [(0, 1), (2, 3)],
        [(1, 2)],
        [(0, 1)],
    ]
    assert [place for place, _one in _places(DOUBLE, 8, played)] == [1, 2, 3, 4, 5, 5, 7, 7]


@pytest.mark.parametrize(
    ("finals", "places"), [([_worse, _better], [0, 1, 2, 3]), ([_worse, _worse], [1, 0, 2, 3])]
)
def test_the_second_final_decides_when_the_lower_bracket_wins_the_first(finals, places):
    played = []
    while pairs := DOUBLE.next_round(formats.Setup(entrants(4)), played):
        wins = finals[len(played) - 3] if len(played) >= 3 else _better
        played.append([wins(pair) for pair in pairs])

    assert _pairs(played)[3:] == [[(0, 1)], [(1, 0)]]
    assert [one for _place, one in _places(DOUBLE, 4, played)] == places


def test_without_a_reset_the_first_final_decides():
    played = play(DOUBLE, 4, play=_worse, options={"reset": False})

    assert _pairs(played)[3:] == [[(3, 2)]]


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 16), st.integers(0, 10_000), st.data())
def test_withdrawals_never_stop_a_bracket(count, seed, data):
    leaving = {
        number: data.draw(st.sets(st.integers(0, count - 1), max_size=2)) for number in range(5)
    }
    for format_ in (KNOCKOUT, DOUBLE):
        played = play(format_, count, seed=seed, leaving=leaving)

        gone = set()
        for number, round_ in enumerate(played):
            gone |= leaving.get(number, set())
            paired = [one for pairing in round_ for one in pairing.entrants]
            assert len(paired) == len(set(paired))
            assert gone.isdisjoint(paired)


@pytest.mark.parametrize(
    ("count", "sides", "advance", "sizes"),
    [
        (16, 4, 2, [16, 8, 4]),
        (11, 4, 2, [11, 8, 4]),
        (15, 4, 1, [15, 6, 4]),
        (9, 3, 1, [9, 3]),
        (10, 3, 1, [10, 9, 3]),
        (3, 3, 1, [3]),
    ],
)
def test_tables_come_down_to_one_final(count, sides, advance, sizes):
    options = {"advance": advance}

    played = play(KNOCKOUT, count, sides=sides, options=options)

    assert [sum(len(one.entrants) for one in round_) for round_ in played] == sizes
    assert len(played[-1]) == 1
    preview = KNOCKOUT.preview(
        formats.Setup(formats.unrated(count), sides=sides, options=options, games_per_pairing=4)
    )
    tables = sum(len(one.entrants) == sides for round_ in played for one in round_)
    assert (preview.rounds, preview.pairings) == (len(played), tables)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(3, 1), (4, 1), (4, 2)]), st.integers(4, 70), st.integers(0, 999), st.data()
)
def test_a_knockout_at_tables_ends_and_ranks_everybody(shape, count, seed, data):
    sides, advance = shape
    leaving = {1: data.draw(st.sets(st.integers(0, count - 1), max_size=2))}

    options = {"advance": advance}
    played = play(KNOCKOUT, count, sides=sides, options=options, seed=seed, leaving=leaving)

    for round_ in played:
        paired = [one for pairing in round_ for one in pairing.entrants]
        assert len(paired) == len(set(paired))
        assert {len(one.entrants) for one in round_} <= {1, sides}
    ranked = _places(KNOCKOUT, count, played, options=options, sides=sides)
    assert sorted(one for _place, one in ranked) == list(range(count))


def test_a_final_short_of_entrants_is_filled_with_the_best_of_those_out():
    first = [result((0, 5, 6, 7)), result((1, 2, 3, 4))]
    options = {"advance": 2}

    final = KNOCKOUT.next_round(
        formats.Setup(entrants(8, gone={0}), sides=4, options=options), [first]
    )

    # 0, 5, 1 and 2 went on; 3 is the best seed of those who were third and fourth.
    assert final == [(1, 2, 3, 5)]


def test_a_table_is_decided_when_the_places_that_go_on_are_clear():
    setup = formats.Setup(entrants(8), sides=4, options={"advance": 2})

    def needs(*scores):
        table = result((0, 1, 2, 3), *scores, games=4)
        return KNOCKOUT.undecided(setup, [[table]]) == [table]

    assert [needs(4, 3, 2, 1), needs(4, 3, 2, 2), needs(4, 3, 3, 1), needs(3, 3, 2, 1)] == [
        *[False, False, True, True]
    ]


def test_a_bye_beside_tables_is_decided():
    setup = formats.Setup(entrants(4), sides=3)
    table = result((1, 2, 3), 2, 2, 1, games=3)

    assert KNOCKOUT.undecided(setup, [[table, PlayedPairing.bye(0)]]) == [table]


def test_two_cannot_go_on_from_a_table_of_three():
    with pytest.raises(formats.FormatError, match="From a table of three one goes on") as refusal:
        KNOCKOUT.check(formats.Setup(formats.unrated(9), sides=3, options={"advance": 2}))

    assert refusal.value.field == "advance"


def test_a_double_elimination_is_for_two_sides():
    with pytest.raises(formats.FormatError, match="for games of 2 sides; this game has 4"):
        DOUBLE.check(formats.Setup(formats.unrated(8), sides=4))


FORMATS = [("knockout", 2), ("double-elimination", 2), ("knockout", 3), ("knockout", 4)]


@pytest.mark.parametrize(("name", "sides"), FORMATS)
def test_from_any_round_on_the_same_goes_on(name, sides):
    format_ = formats.get(name)
    played = play(format_, 13, sides=sides, seed=4)

    for cut in range(len(played)):
        pairs = format_.next_round(formats.Setup(entrants(13), sides=sides, seed=4), played[:cut])
        assert [drawn(pair, 4) for pair in pairs] == played[cut]


@pytest.mark.parametrize("count", [2, 5, 8, 11])
@pytest.mark.parametrize("reset", [False, True])
def test_all_but_one_lose_twice_and_a_reset_is_one_pairing_more(count, reset):
    options = {"reset": reset}
    preview = DOUBLE.preview(formats.Setup(formats.unrated(count), options=options))

    assert preview.pairings == 2 * (count - 1) + reset
