"""Rounds that were not played, by C.07, 15 and 16: dummies, adjusted scores, what is cut first."""

from fractions import Fraction

from tests.tournaments.mathematics.tiebreaks.played import HALF, forfeit, swiss, tournament, values
from tournaments.mathematics.tiebreaks import Crosstable, Encounter


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
    during = Crosstable(played.meetings, played.totals, every_round=True, over=1)

    assert values("BH", during) == {"A": 0 + 1, "B": 2, "C": 0 + 2, "D": 1}


def test_a_table_that_was_missed_has_a_dummy_for_each_opponent():
    first = Encounter(1, tuple("abc"), ({"a": 1, "b": 2, "c": 3},), (1, HALF, 0), most=Fraction(1))
    bye = Encounter(1, ("d",), (), (HALF,), most=Fraction(1))
    second = Encounter(2, tuple("dca"), ({"d": 1, "c": 2, "a": 3},), (1, HALF, 0), most=Fraction(1))
    played = tournament("abcd", [first, bye, second], every_round=True)

    assert played.totals == {"a": 1, "b": HALF, "c": HALF, "d": 1 + HALF}
    # b, who was away, had two opponents; to those who met it, its round away is a draw.
    assert values("BH", played) == {"a": 3 + HALF, "b": 2 + HALF, "c": 4 + HALF, "d": 3 + HALF}
    # A bye at tables of three is worth a half and was not asked for: c is cut, no dummy.
    assert values("BH-C1", played)["d"] == 3


def test_for_koya_a_round_away_is_one_that_could_have_been_won():
    played = swiss("AB", [("A", "B", HALF)], [("A", 1)], [("A", 1)])

    assert values("KS", played) == {"A": 0, "B": HALF}


def test_a_void_pairing_is_a_half_point_bye_for_each_entrant():
    # TRF calls it H for both: a dummy stands for the opponent, and is cut first.
    met = swiss("ABCD", [("A", "B", 1), ("C", "D", 1)], [("B", "D", 1), ("A", "C", 1)]).meetings
    void = [Encounter(3, two, (), (HALF, HALF), most=Fraction(1)) for two in ("AD", "BC")]

    played = tournament("ABCD", [*met, *void], every_round=True)

    assert played.totals == {"A": Fraction("2.5"), "B": 1 + HALF, "C": 1 + HALF, "D": HALF}
    assert values("BH", played)["A"] == 3 * Fraction("1.5")
    assert values("BH-C1", played)["A"] == 3
    assert values("SB", played)["A"] == 3 + HALF * Fraction("1.5")
    assert values("DE", played, ["B", "C"]) == {"B": 0, "C": 0}
