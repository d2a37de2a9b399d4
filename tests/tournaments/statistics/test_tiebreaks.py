"""Tie-breaks against published tables, and the laws that hold for every table."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.statistics.fide import expected_score
from tournaments.tiebreaks import TIE_BREAKS, Meeting, Tournament, performance, ranked

HALF = Fraction(1, 2)


def game(first, second, score):
    """One game, the first entrant in the first seat; `score` is its points."""
    ranks = {1: (1, 2), HALF: (1, 1), 0: (2, 1)}[score]
    return dict(zip((first, second), ranks, strict=True))


def crosstable(text):
    """A tournament from a printed crosstable: a cell has the games of the row's entrant."""
    rows = [line.split() for line in text.strip().splitlines()]
    points = {"1": 1, "½": HALF, "0": 0}
    names = [row[0] for row in rows]
    meetings = []
    for (i, row), (j, other) in combinations(enumerate(rows), 2):
        cells = zip(row[j + 1], other[i + 1], strict=True)
        for number, (one, two) in enumerate(cells, start=1):
            assert points[one] + points[two] == 1, f"{names[i]} and {names[j]} disagree"
            meeting = Meeting(
                number, (names[i], names[j]), (game(names[i], names[j], points[one]),)
            )
            meetings.append(meeting)
    return tournament(names, meetings)


def tournament(names, meetings, **more):
    totals = {name: Fraction(0) for name in names}
    for meeting in meetings:
        for name in meeting.entrants:
            totals[name] += meeting.score(name)
    return Tournament(meetings, totals, dict.fromkeys(names, 1500.0), **more)


def values(code, played, tied=None):
    return TIE_BREAKS[code].values(played, tied or list(played.totals))


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
    tied = Tournament(played.meetings, dict.fromkeys("ABCD", HALF), played.ratings)

    order = ranked(tied, list("DCBA"), ["DE"])

    # By points among the four: A 2½, B 1½, C and D 1; then C, who beat D, before D.
    assert [(one.place, one.entrant) for one in order] == [(1, "A"), (2, "B"), (3, "C"), (4, "D")]


def test_direct_encounter_decides_nothing_where_those_who_have_not_met_could_change_it():
    met = [Meeting(1, ("A", "B"), (game("A", "B", 1),))]
    played = tournament("ABC", met)

    assert set(values("DE", played).values()) == {0}


def test_direct_encounter_decides_for_whom_no_missing_encounter_can_reach():
    # C.07, 6.2: A beat both others, who have not met.
    met = [Meeting(n, ("A", x), (game("A", x, 1),)) for n, x in enumerate("BC", start=1)]
    played = Tournament(met, dict.fromkeys("ABC", Fraction(2)))

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


def test_for_koya_a_round_away_is_one_that_could_have_been_won():
    played = swiss("AB", [("A", "B", HALF)], [("A", 1)], [("A", 1)])

    assert values("KS", played) == {"A": 0, "B": HALF}


def test_wins_and_seats_count_games():
    meeting = Meeting(1, ("A", "B"), (game("A", "B", 1), game("B", "A", 0), game("A", "B", HALF)))
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
    met = [Meeting(n, ("a", x), (game("a", x, HALF),)) for n, x in enumerate(opponents, start=1)]
    played = Tournament(met, {"a": Fraction(3), **opponents})

    assert values(code, played, ["a"]) == {"a": expected}


def swiss(names, *rounds):
    """Rounds of (white, black, score), (entrant, points) for a bye, absent for who stays away."""
    meetings = [
        _swiss_meeting(number, one) for number, r in enumerate(rounds, start=1) for one in r
    ]
    return tournament(names, meetings, every_round=True)


def _swiss_meeting(number, one):
    if len(one) == 2:
        return Meeting(number, (one[0],), (), (Fraction(one[1]),), most=Fraction(1))
    first, second, score = one
    scores = (Fraction(score), 1 - Fraction(score))
    games = (game(first, second, score),)
    return Meeting(number, (first, second), games, scores, most=Fraction(1))


def test_a_bye_is_a_game_against_a_dummy_with_the_same_points_but_no_more_than_draws_give():
    # C.07, 16.4: C has 1½ points and so has its dummy, while those of A and B, who have more, have
    # 1½ too: half a point for each of three rounds.
    played = swiss(
        "ABC",
        [("A", "B", 1), ("C", 1)],
        [("A", "C", HALF), ("B", 1)],
        [("B", "C", 1), ("A", 1)],
    )

    assert played.totals == {"A": Fraction("2.5"), "B": 2, "C": Fraction("1.5")}
    assert values("BH", played) == {"A": 5, "B": Fraction("5.5"), "C": 6}
    assert values("SB", played)["C"] == Fraction("1.5") + HALF * Fraction("2.5")


def test_rounds_that_an_opponent_stays_away_count_as_draws_for_those_who_met_it():
    # C.07, 16.3: B leaves after a loss; two rounds away make a point for A, none for B.
    played = swiss("ABC", [("A", "B", 1), ("C", 1)], [("A", "C", 1)], [("A", "C", 1)])

    assert values("BH", played)["A"] == 0 + 1 + 1 + 1
    assert values("BH", played)["B"] == 3
    assert played.totals["B"] == 0


def test_rounds_away_before_an_opponent_came_back_count_nothing():
    # C.07, 16.3.1: B misses the second round only.
    played = swiss("ABC", [("A", "B", 1), ("C", 1)], [("A", "C", 1)], [("B", "C", 1), ("A", 1)])

    assert values("BH-C1", played)["A"] == values("BH", played)["A"] - 1
    assert values("BH", played)["A"] == 1 + 1 + Fraction("1.5")


def forfeit(number, winner, loser):
    """A pairing that was won without a game."""
    return Meeting(number, (winner, loser), (), (Fraction(1), Fraction(0)), most=Fraction(1))


def test_a_forfeit_is_a_game_against_a_dummy_with_no_more_points_than_the_opponent():
    # C.07, 16.4.1, and 16.3.1: for D the lost forfeit of B, which then leaves, is no draw.
    met = swiss("ABCD", [("A", "C", 1), ("B", "D", 0)], [("C", "D", 0)]).meetings
    played = tournament("ABCD", [*met, forfeit(2, "A", "B")], every_round=True)

    assert values("BH", played) == {"A": 0, "B": 2, "C": 4, "D": 0}
    assert values("SB", played)["A"] == 0


def test_a_pairing_lost_without_a_game_is_missed_by_choice():
    # C.07, 16.1 and 16.5: of B with 0, D with 1 and the dummy with 2 the last is cut.
    met = swiss(
        "ABCD",
        [("A", "B", 1), ("C", "D", 1)],
        [("D", "B", 1)],
        [("A", "D", 1), ("C", "B", 1)],
    ).meetings
    played = tournament("ABCD", [*met, forfeit(2, "C", "A")], every_round=True)

    assert (values("BH", played)["A"], values("BH-C1", played)["A"]) == (3, 1)


def test_a_round_away_before_a_forfeit_is_a_draw_for_those_who_met_the_opponent():
    # C.07, 16.2.5: B is away, and then does not come.
    met = swiss("ABC", [("A", "B", 1), ("C", 1)], [("A", "C", 1)], [("A", 1)]).meetings
    played = tournament("ABC", [*met, forfeit(3, "C", "B")], every_round=True)

    assert values("BH", played)["A"] == HALF + 2 + Fraction("1.5")


def test_a_forfeit_is_no_direct_encounter_where_pairings_follow_from_results():
    played = tournament("AB", [forfeit(1, "A", "B")], every_round=True)
    fixed = tournament("AB", [forfeit(1, "A", "B")])

    assert values("DE", played) == {"A": 0, "B": 0}
    assert values("DE", fixed) == {"A": 1, "B": 0}


def test_a_round_missed_by_choice_is_cut_before_a_weaker_opponent():
    # C.07, 16.5.1: A has met B with ½ and C with 1, and was away for a round: 1½ points.
    played = swiss(
        "ABCD", [("A", "B", HALF), ("C", "D", 1)], [("A", "C", 1), ("B", "D", 0)], [("C", "D", 0)]
    )

    assert values("BH", played)["A"] == 1 + 1 + Fraction("1.5")
    assert values("BH-C1", played)["A"] == 1 + 1
    assert values("BH-M1", played)["A"] == 1


def test_who_is_still_playing_has_not_missed_the_round():
    played = swiss("ABCD", [("A", "B", 1), ("C", "D", 1)], [("A", "C", 1)])
    during = Tournament(played.meetings, played.totals, every_round=True, over=1)

    assert values("BH", during) == {"A": 0 + 1, "B": 2, "C": 0 + 2, "D": 1}


def test_a_table_that_was_missed_has_a_dummy_for_each_opponent():
    first = Meeting(1, tuple("abc"), ({"a": 1, "b": 2, "c": 3},), (1, HALF, 0), most=Fraction(1))
    bye = Meeting(1, ("d",), (), (HALF,), most=Fraction(1))
    second = Meeting(2, tuple("dca"), ({"d": 1, "c": 2, "a": 3},), (1, HALF, 0), most=Fraction(1))
    played = tournament("abcd", [first, bye, second], every_round=True)

    assert played.totals == {"a": 1, "b": HALF, "c": HALF, "d": 1 + HALF}
    # b, who was away, had two opponents; to those who met it, its round away is a draw.
    assert values("BH", played) == {"a": 3 + HALF, "b": 2 + HALF, "c": 4 + HALF, "d": 3 + HALF}
    # A bye at tables of three is worth a half and was not asked for: c is cut, no dummy.
    assert values("BH-C1", played)["d"] == 3


def test_early_points_weigh_more_in_the_progressive_score():
    played = swiss("AB", [("A", "B", 1)], [("B", "A", 1)], [("A", "B", HALF)])

    assert values("PS", played) == {"A": 1 + 1 + Fraction("1.5"), "B": 0 + 1 + Fraction("1.5")}


def test_a_swiss_meeting_is_worth_a_point_however_many_games_it_has():
    games = tuple(game("A", "B", 1) for _ in range(4))
    meeting = Meeting(1, ("A", "B"), games, (Fraction(1), Fraction(0)), most=Fraction(1))
    played = tournament("AB", [meeting], every_round=True)

    assert [values(code, played)["A"] for code in ("DE", "SB", "PS", "WON")] == [1, 0, 1, 4]
    assert values("KS", played) == {"A": 0, "B": 0}


def test_the_average_rating_is_rounded_with_a_half_upwards():
    met = [Meeting(n, ("a", x), (game("a", x, HALF),)) for n, x in enumerate("bc", start=1)]
    played = Tournament(met, dict.fromkeys("abc", Fraction(1)), {"a": 0, "b": 1500, "c": 1501})

    assert values("ARO", played)["a"] == 1501
    assert performance(played, "a") == 1501


def test_a_performance_adds_the_published_difference_of_the_score_to_the_average_rating():
    games = tuple(game("a", "b", 1 if n < 3 else 0) for n in range(4))
    played = Tournament([Meeting(1, ("a", "b"), games)], {}, {"a": 0, "b": 1500.0})

    assert (performance(played, "a"), performance(played, "b")) == (1500 + 193, -193)


@given(st.lists(st.tuples(st.integers(1000, 2500), st.sampled_from([0, HALF, 1])), min_size=1))
def test_a_perfect_performance_is_the_lowest_rating_that_was_expected_to_score_as_much(met):
    meetings = [Meeting(n, ("a", n), (game("a", n, score),)) for n, (_, score) in enumerate(met)]
    rated = {n: float(rating) for n, (rating, _score) in enumerate(met)}
    made = sum(score for _rating, score in met)

    found = values("PTP", Tournament(meetings, {}, {"a": 0.0, **rated}), ["a"])["a"]

    if made:
        assert sum(expected_score(found - one) for one in rated.values()) >= made
        assert sum(expected_score(found - 1 - one) for one in rated.values()) < made
    else:
        assert found == min(rated.values()) - 800


@pytest.mark.parametrize(("score", "expected"), [(1, 2300), (0, 700)])
def test_a_score_of_all_or_nothing_is_eight_hundred_points_away(score, expected):
    played = Tournament(
        [Meeting(1, ("a", "b"), (game("a", "b", score),))], {}, {"a": 0.0, "b": 1500.0}
    )

    assert performance(played, "a") == expected


@st.composite
def round_robins(draw):
    """Two games for every two of up to five entrants, with any scores."""
    pairs = list(combinations(range(draw(st.integers(2, 5))), 2))
    score = st.sampled_from([0, HALF, 1])
    scores = draw(st.lists(score, min_size=2 * len(pairs), max_size=2 * len(pairs)))
    met = [
        Meeting(number + 1, pair, (game(*pair, one), game(*pair[::-1], other)))
        for number, (pair, one, other) in enumerate(
            zip(pairs, scores[::2], scores[1::2], strict=True)
        )
    ]
    return tournament(range(pairs[-1][-1] + 1), met)


@given(round_robins(), st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter(played, random):
    shuffled = list(played.meetings)
    random.shuffle(shuffled)
    other = Tournament(shuffled, played.totals, played.ratings)

    for code in TIE_BREAKS:
        assert values(code, other) == values(code, played)


@given(round_robins(), st.permutations("abcde"))
def test_relabelling_the_entrants_relabels_the_places(played, names):
    def label(result):
        return {names[one]: rank for one, rank in result.items()}

    met = [
        Meeting(one.round, tuple(label(dict.fromkeys(one.entrants))), tuple(map(label, one.games)))
        for one in played.meetings
    ]
    other = Tournament(met, label(played.totals), label(played.ratings))

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
        Meeting(1, pair, (game(*pair, HALF), game(*pair[::-1], HALF)))
        for pair in combinations(range(size), 2)
    ]
    played = tournament(range(size), met)

    order = ranked(played, list(range(size)), TIE_BREAKS)

    assert {one.place for one in order} == {1}
    # Everybody has a point from each of the others, who have as many.
    assert set(values("SB", played).values()) == {(size - 1) ** 2}


def test_at_a_table_of_three_each_opponent_counts_by_itself():
    meeting = Meeting(1, ("a", "b", "c"), ({"a": 1, "b": 2, "c": 3},))
    played = tournament("abc", [meeting])

    assert values("SB", played) == {"a": HALF, "b": 0, "c": 0}
    assert values("DE", played) == {"a": 2, "b": 1, "c": 0}
