"""Tie-breaks against published tables, and the laws that hold for every table."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.mathematics.tiebreaks.played import (
    HALF,
    crosstable,
    game,
    swiss,
    tournament,
    values,
)
from tournaments.mathematics.statistics.fide import expected_percent
from tournaments.mathematics.tiebreaks import TIE_BREAKS, Crosstable, Encounter, performance, ranked

CANDIDATES_2016 = """
    Karjakin  **  ½1  10  ½½  ½½  ½½  1½  ½1
    Caruana   ½0  **  ½1  ½½  ½½  ½½  ½1  ½½
    Anand     01  ½0  **  ½½  1½  ½1  ½0  1½
    Giri      ½½  ½½  ½½  **  ½½  ½½  ½½  ½½
    Svidler   ½½  ½½  0½  ½½  **  ½1  ½½  ½½
    Aronian   ½½  ½½  ½0  ½½  ½0  **  1½  1½
    Nakamura  0½  ½0  ½1  ½½  ½½  0½  **  11
    Topalov   ½0  ½½  0½  ½½  ½½  0½  00  **
"""
"""The Candidates' tournament of Moscow 2016, which was decided by direct encounter, games won and
Sonneborn-Berger in this order."""

ENCYCLOPEDIC = """
    A  *  ½  ½  1  1  1  1
    B  ½  *  ½  ½  1  1  1
    C  ½  ½  *  ½  ½  1  1
    D  0  ½  ½  *  1  1  1
    E  0  0  ½  0  *  1  1
    F  0  0  0  0  0  *  1
    G  0  0  0  0  0  0  *
"""
"""The worked example of Sonneborn-Berger in German encyclopedias."""


def test_the_candidates_of_2016_are_placed_as_they_were():
    played = crosstable(CANDIDATES_2016)

    order = ranked(played, list(played.totals), ["DE", "WON", "SB"])

    assert [(one.place, one.entrant, float(played.totals[one.entrant])) for one in order] == [
        (1, "Karjakin", 8.5),
        (2, "Caruana", 7.5),
        (3, "Anand", 7.5),
        (4, "Svidler", 7),
        (5, "Aronian", 7),
        (6, "Giri", 7),
        (7, "Nakamura", 7),
        (8, "Topalov", 4.5),
    ]
    # Two games against each other; 6.1.2 takes the mean.
    assert [float(one.values[0]) for one in order[3:7]] == [1.75, 1.5, 1.5, 1.25]


def test_direct_encounter_is_applied_again_to_whom_it_leaves_tied():
    played = crosstable("""
        A  *  1  1  ½
        B  0  *  1  ½
        C  0  0  *  1
        D  ½  ½  0  *
    """)
    tied = Crosstable(played.meetings, dict.fromkeys("ABCD", HALF), played.ratings)

    order = ranked(tied, list("DCBA"), ["DE"])

    # By points among the four: A 2½, B 1½, C and D 1; then C, who beat D, before D.
    assert [(one.place, one.entrant) for one in order] == [(1, "A"), (2, "B"), (3, "C"), (4, "D")]


def test_direct_encounter_decides_nothing_where_those_who_have_not_met_could_change_it():
    met = [Encounter(1, ("A", "B"), (game("A", "B", 1),))]
    played = tournament("ABC", met)

    assert set(values("DE", played).values()) == {0}


def test_direct_encounter_decides_for_whom_no_missing_encounter_can_reach():
    # C.07, 6.2: A beat both others, who have not met.
    met = [Encounter(n, ("A", x), (game("A", x, 1),)) for n, x in enumerate("BC", start=1)]
    played = Crosstable(met, dict.fromkeys("ABC", Fraction(2)))

    order = ranked(played, list("CBA"), ["DE"])

    assert [(one.place, one.entrant) for one in order] == [(1, "A"), (2, "C"), (2, "B")]


def test_sonneborn_berger_of_the_worked_example():
    played = crosstable(ENCYCLOPEDIC)

    found = values("SB", played)

    assert (found["C"], found["D"]) == (9, Fraction("7.75"))
    assert [one.entrant for one in ranked(played, list("DCBA"), ["SB"])] == list("ABCD")


def test_koya_counts_points_against_the_better_half():
    played = crosstable(ENCYCLOPEDIC)

    # At least 3 of 6 have A, B, C and D.
    found = values("KS", played)

    assert [float(found[name]) for name in "ABCDEFG"] == [2, 1.5, 1.5, 1, 0.5, 0, 0]


def test_koya_counts_points_against_those_with_just_half():
    played = crosstable("""
        A  *  1  0
        B  0  *  1
        C  1  0  *
    """)

    assert values("KS", played) == {"A": 1, "B": 1, "C": 1}


def test_wins_and_seats_count_games():
    meeting = Encounter(1, ("A", "B"), (game("A", "B", 1), game("B", "A", 0), game("A", "B", HALF)))
    played = tournament("AB", [meeting])

    found = {code: values(code, played) for code in ("WON", "BPG", "BWG")}

    assert found == {
        "WON": {"A": 2, "B": 0},
        "BPG": {"A": 1, "B": 2},
        "BWG": {"A": 1, "B": 0},
    }


@pytest.mark.parametrize(
    ("code", "expected"), [("BH", 24), ("BH-C1", 22), ("BH-C2", 19), ("BH-M1", 16)]
)
def test_buchholz_and_its_cuts_of_six_opponents(code, expected):
    """Opponents with 4, 2, 3, 4, 5 and 6 points, an example often given for the median."""
    opponents = dict(zip("bcdefg", map(Fraction, (4, 2, 3, 4, 5, 6)), strict=True))
    met = [Encounter(n, ("a", x), (game("a", x, HALF),)) for n, x in enumerate(opponents, start=1)]
    played = Crosstable(met, {"a": Fraction(3), **opponents})

    assert values(code, played, ["a"]) == {"a": expected}


def test_early_points_weigh_more_in_the_progressive_score():
    played = swiss("AB", [("A", "B", 1)], [("B", "A", 1)], [("A", "B", HALF)])

    assert values("PS", played) == {"A": 1 + 1 + Fraction("1.5"), "B": 0 + 1 + Fraction("1.5")}


def test_a_swiss_meeting_is_worth_a_point_however_many_games_it_has():
    games = tuple(game("A", "B", 1) for _ in range(4))
    meeting = Encounter(1, ("A", "B"), games, (Fraction(1), Fraction(0)), most=Fraction(1))
    played = tournament("AB", [meeting], every_round=True)

    assert [values(code, played)["A"] for code in ("DE", "SB", "PS", "WON")] == [1, 0, 1, 4]
    assert values("KS", played) == {"A": 0, "B": 0}


@pytest.mark.parametrize("code", TIE_BREAKS)
def test_a_void_pairing_counts_as_a_bye_that_both_asked_for(code):
    others = [
        _meeting(1, "ab", 1),
        _meeting(1, "cd", 1),
        _meeting(3, "ac", HALF),
        _meeting(3, "db", 1),
    ]
    void = Encounter(2, ("a", "d"), (), (HALF, HALF), most=Fraction(1))
    byes = [Encounter(2, (one,), (), (HALF,), most=Fraction(1)) for one in "ad"]
    met = _meeting(2, "bc", 1)

    def found(*meetings):
        totals = {one: sum(m.score(one) for m in meetings if one in m.entrants) for one in "abcd"}
        ratings = dict.fromkeys("abcd", 1500.0)
        return values(code, Crosstable(meetings, totals, ratings, every_round=True), list("abcd"))

    assert found(*others, met, void) == found(*others, met, *byes)


def _meeting(number, two, score):
    """A meeting of one game, worth one point, of which the first has this score."""
    first = {1: (1, 2), HALF: (1, 1)}[score]
    game = dict(zip(two, first, strict=True))
    return Encounter(number, tuple(two), (game,), (Fraction(score), 1 - score), most=Fraction(1))


def test_the_average_rating_is_rounded_with_a_half_upwards():
    met = [Encounter(n, ("a", x), (game("a", x, HALF),)) for n, x in enumerate("bc", start=1)]
    played = Crosstable(met, dict.fromkeys("abc", Fraction(1)), {"a": 0, "b": 1500, "c": 1501})

    assert values("ARO", played)["a"] == 1501
    assert performance(played, "a") == 1501


def test_a_performance_adds_the_published_difference_of_the_score_to_the_average_rating():
    games = tuple(game("a", "b", 1 if n < 3 else 0) for n in range(4))
    played = Crosstable([Encounter(1, ("a", "b"), games)], {}, {"a": 0, "b": 1500.0})

    assert (performance(played, "a"), performance(played, "b")) == (1500 + 193, -193)


@given(st.lists(st.tuples(st.integers(1000, 2500), st.sampled_from([0, HALF, 1])), min_size=1))
def test_a_perfect_performance_is_the_lowest_rating_that_was_expected_to_score_as_much(met):
    meetings = [Encounter(n, ("a", n), (game("a", n, score),)) for n, (_, score) in enumerate(met)]
    rated = {n: float(rating) for n, (rating, _score) in enumerate(met)}
    made = sum(score for _rating, score in met)

    found = values("PTP", Crosstable(meetings, {}, {"a": 0.0, **rated}), ["a"])["a"]

    if made:
        assert sum(expected_percent(found - one) for one in rated.values()) >= 100 * made
        assert sum(expected_percent(found - 1 - one) for one in rated.values()) < 100 * made
    else:
        assert found == min(rated.values()) - 800


@pytest.mark.parametrize(("score", "expected"), [(1, 2300), (0, 700)])
def test_a_score_of_all_or_nothing_is_eight_hundred_points_away(score, expected):
    played = Crosstable(
        [Encounter(1, ("a", "b"), (game("a", "b", score),))], {}, {"a": 0.0, "b": 1500.0}
    )

    assert performance(played, "a") == expected


@st.composite
def round_robins(draw):
    """Two games for every two of up to five entrants, with any scores."""
    pairs = list(combinations(range(draw(st.integers(2, 5))), 2))
    score = st.sampled_from([0, HALF, 1])
    scores = draw(st.lists(score, min_size=2 * len(pairs), max_size=2 * len(pairs)))
    met = [
        Encounter(number + 1, pair, (game(*pair, one), game(*pair[::-1], other)))
        for number, (pair, one, other) in enumerate(
            zip(pairs, scores[::2], scores[1::2], strict=True)
        )
    ]
    return tournament(range(pairs[-1][-1] + 1), met)


@given(round_robins(), st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter(played, random):
    shuffled = list(played.meetings)
    random.shuffle(shuffled)
    other = Crosstable(shuffled, played.totals, played.ratings)

    for code in TIE_BREAKS:
        assert values(code, other) == values(code, played)


@given(round_robins(), st.permutations("abcde"))
def test_relabelling_the_entrants_relabels_the_places(played, names):
    def label(result):
        return {names[one]: rank for one, rank in result.items()}

    met = [
        Encounter(
            one.round, tuple(label(dict.fromkeys(one.entrants))), tuple(map(label, one.games))
        )
        for one in played.meetings
    ]
    other = Crosstable(met, label(played.totals), label(played.ratings))

    places = {one.entrant: one.place for one in ranked(played, list(played.totals), TIE_BREAKS)}
    relabelled = ranked(other, sorted(other.totals), TIE_BREAKS)

    assert {one.entrant: one.place for one in relabelled} == label(places)


@given(round_robins())
def test_direct_encounters_are_worth_a_point_a_game(played):
    games = sum(len(meeting.games) for meeting in played.meetings)

    assert sum(values("DE", played).values()) == games
    assert sum(values("PS", played).values()) >= games


@given(round_robins())
def test_in_a_round_robin_buchholz_is_all_points_but_ones_own(played):
    total = sum(played.totals.values())

    assert values("BH", played) == {one: total - own for one, own in played.totals.items()}


@given(st.integers(2, 8))
def test_where_all_is_drawn_all_are_equal_in_everything(size):
    met = [
        Encounter(1, pair, (game(*pair, HALF), game(*pair[::-1], HALF)))
        for pair in combinations(range(size), 2)
    ]
    played = tournament(range(size), met)

    order = ranked(played, list(range(size)), TIE_BREAKS)

    assert {one.place for one in order} == {1}
    # Everybody has a point from each of the others, who have as many.
    assert set(values("SB", played).values()) == {(size - 1) ** 2}


def test_at_a_table_of_three_each_opponent_counts_by_itself():
    meeting = Encounter(1, ("a", "b", "c"), ({"a": 1, "b": 2, "c": 3},))
    played = tournament("abc", [meeting])

    assert values("SB", played) == {"a": HALF, "b": 0, "c": 0}
    assert values("DE", played) == {"a": 2, "b": 1, "c": 0}
