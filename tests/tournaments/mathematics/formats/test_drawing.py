"""Brackets and groups, as they are drawn."""

from dataclasses import replace
from fractions import Fraction

from tests.tournaments.mathematics.formats.results import entrants
from tournaments.mathematics import formats
from tournaments.mathematics.formats import PlayedPairing, Setup, drawing


def won(first, second):
    """A pairing that its first entrant won by two games to none."""
    return PlayedPairing((first, second), (Fraction(2), Fraction(0)), games=2)


def drawn(format_id, count, played, over, sides=2, **options):
    chosen = formats.get(format_id)
    setup = Setup(entrants(count), sides=sides, options=options)
    return drawing.brackets(chosen, setup, played, over=over)


def names(part):
    return [column.name for column in part.columns]


def test_a_bracket_is_drawn_before_anything_is_played():
    (part,) = drawn("knockout", 6, [], 0)

    assert names(part) == ["Quarter-finals", "Semi-finals", "Final"]
    first, second, final = [column.ties for column in part.columns]
    assert [tie.entrants for tie in first] == [(0,), (3, 4), (1,), (2, 5)]
    assert [tie.entrants for tie in (*second, *final)] == [(None, None)] * 3


def test_winners_move_on_when_the_round_is_over_and_not_before():
    played = [[PlayedPairing.bye(0), won(4, 3), PlayedPairing.bye(1), won(2, 5)]]

    (going_on,) = drawn("knockout", 6, played, 0)
    (over,) = drawn("knockout", 6, played, 1)

    assert going_on.columns[0].ties[1].scores == (0, 2)
    assert going_on.columns[0].ties[1].winners == ()
    assert over.columns[0].ties[1].winners == (4,)
    assert [tie.entrants for tie in over.columns[1].ties] == [(0, 4), (1, 2)]


def test_the_match_for_the_third_place_is_marked():
    (part,) = drawn("knockout", 4, [], 0, third_place=True)

    assert names(part) == ["Semi-finals", "Final", "Third place"]
    assert [column.aside for column in part.columns] == [False, False, True]
    assert [len(column.ties) for column in part.columns] == [2, 1, 1]


def test_tables_are_drawn_with_those_to_come():
    (part,) = drawn("knockout", 11, [], 0, sides=3)

    assert names(part) == ["Round 1", "Round 2", "Final"]
    assert [[len(tie.entrants) for tie in column.ties] for column in part.columns] == [
        [3, 1, 1, 1, 1, 1, 1, 1, 1],
        [3, 3, 3],
        [3],
    ]


def test_of_a_table_all_who_go_on_are_marked_when_the_round_is_over():
    first = [
        PlayedPairing((0, 3, 4, 7), tuple(map(Fraction, (4, 3, 2, 1))), games=4),
        PlayedPairing((1, 2, 5, 6), tuple(map(Fraction, (1, 2, 3, 4))), games=4),
    ]

    (going_on,) = drawn("knockout", 8, [first], 0, sides=4, advance=2)
    (over,) = drawn("knockout", 8, [first], 1, sides=4, advance=2)

    assert [tie.winners for tie in going_on.columns[0].ties] == [(), ()]
    assert [tie.winners for tie in over.columns[0].ties] == [(0, 3), (5, 6)]
    assert [tie.entrants for tie in over.columns[1].ties] == [(None, None, None, None)]


def test_no_table_is_to_come_after_the_final():
    final = PlayedPairing((2, 0, 1), (Fraction(3), Fraction(1), Fraction(2)), games=3)

    (part,) = drawn("knockout", 3, [[final]], 1, sides=3)

    assert names(part) == ["Final"]
    assert part.columns[0].ties[0].winners == (2,)


def test_no_table_is_to_come_where_too_few_are_left_to_fill_one():
    bye = PlayedPairing.bye
    played = [[PlayedPairing((0, 1, 2), (Fraction(3), Fraction(0), Fraction(0)), games=3), bye(3)]]
    left = [replace(one, active=one.number < 2) for one in entrants(4)]

    (part,) = drawing.brackets(formats.get("knockout"), Setup(left, sides=3), played, over=1)

    assert len(part.columns) == 1


def test_a_double_elimination_has_an_upper_and_a_lower_bracket_and_finals():
    parts = drawn("double-elimination", 8, [], 0)

    assert [part.name for part in parts] == ["Upper bracket", "Lower bracket", "Finals"]
    assert [[len(column.ties) for column in part.columns] for part in parts] == [
        [4, 2, 1],
        [2, 2, 1, 1],
        [1, 1],
    ]
    assert names(parts[1]) == [f"Lower round {number}" for number in (1, 2, 3, 4)]


def test_a_double_elimination_of_two_has_no_lower_bracket():
    assert [part.name for part in drawn("double-elimination", 2, [], 0)] == [
        "Upper bracket",
        "Finals",
    ]


def test_the_second_final_goes_when_it_is_not_needed():
    played = [[won(0, 1)], [won(0, 1)]]

    *_upper, finals = drawn("double-elimination", 2, played, 2)

    assert names(finals) == ["Final"]


def test_the_knockout_after_groups_is_drawn_when_they_are_over():
    played = [[won(0, 3), won(1, 2)]]

    assert drawn("groups-knockout", 4, played, 0, groups=2, advance=1) == []
    (part,) = drawn("groups-knockout", 4, played, 1, groups=2, advance=1)
    assert [(tie.round, tie.entrants) for tie in part.columns[0].ties] == [(2, (0, 1))]


def test_groups_are_given_by_places():
    chosen = formats.get("groups-knockout")
    setup = Setup(entrants(4), options={"groups": 2, "advance": 1})

    found = drawing.group_tables(chosen, setup, [[won(3, 0), won(1, 2)]])

    assert [[one.entrant for one in table] for table in found] == [[3, 0], [1, 2]]
    assert [one.points for one in found[0]] == [2, 0]
    assert drawing.group_rounds(chosen, setup) == 1


def test_formats_without_a_bracket_have_none():
    assert drawn("round-robin", 4, [], 0) == []
    assert drawing.group_tables(formats.get("swiss"), Setup(entrants(4)), []) == []
