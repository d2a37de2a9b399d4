from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics.score_table import Row, Score, crosstable, points, standings, total

results = st.lists(
    st.permutations("abcd").flatmap(
        lambda names: st.tuples(st.integers(1, 2), st.integers(1, 2)).map(
            lambda ranks: dict(zip(names[:2], ranks, strict=True))
        )
    ),
    max_size=30,
)


def test_a_win_is_a_point_and_a_draw_is_half():
    rows = standings("ab", [{"a": 1, "b": 2}, {"a": 1, "b": 1}])

    assert rows == [
        Row(1, "a", Fraction(3, 2), played=2, wins=1, draws=1, losses=0),
        Row(2, "b", Fraction(1, 2), played=2, wins=0, draws=1, losses=1),
    ]


def test_equal_points_share_the_better_place():
    rows = standings("abcd", [{"a": 1, "b": 2}, {"c": 1, "d": 2}, {"a": 1, "c": 1}])

    assert [(row.entrant, row.place) for row in rows] == [("a", 1), ("c", 1), ("b", 3), ("d", 3)]


def test_entrants_without_a_game_are_listed():
    assert [row.played for row in standings("ab", [])] == [0, 0]


def test_the_middle_of_four_beats_some_and_loses_to_others():
    table = {"a": 1, "b": 2, "c": 2, "d": 4}

    assert [points(table, one) for one in "abcd"] == [1, Fraction(1, 2), Fraction(1, 2), 0]


@given(results)
def test_a_two_seat_game_is_worth_one_point(games):
    assert sum(row.points for row in standings("abcd", games)) == len(games)


@given(results)
def test_the_order_of_reports_does_not_matter(games):
    def key(row):
        return row.entrant

    forwards, backwards = standings("abcd", games), standings("abcd", games[::-1])

    assert sorted(forwards, key=key) == sorted(backwards, key=key)


@given(results)
def test_the_crosstable_adds_up_to_the_standings(games):
    table = crosstable(games)

    for row in standings("abcd", games):
        assert row.points == sum(s.points for (one, _), s in table.items() if one == row.entrant)


def test_the_crosstable_counts_points_out_of_games():
    table = crosstable([{"a": 1, "b": 2}, {"b": 1, "a": 1}])

    assert table["a", "b"] == Score(Fraction(3, 2), 2)


@given(st.lists(st.permutations([1, 2, 3]).map(lambda ranks: dict(enumerate(ranks))), max_size=8))
def test_a_total_is_the_sum_of_the_points_of_each_game(results):
    summed = sum((points(result, 0) for result in results), Fraction(0))

    assert total(results, 0) == summed
