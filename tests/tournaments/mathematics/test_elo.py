import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.mathematics import elo

tables = st.integers(2, 4).flatmap(
    lambda sides: st.tuples(
        *[
            st.lists(numbers, min_size=sides, max_size=sides)
            for numbers in (st.integers(0, 4_000_000), st.integers(0, 5000), st.integers(1, 4))
        ]
    )
)


@given(tables)
def test_a_game_moves_no_points_in_or_out(table):
    assert sum(elo.deltas(*table)) == 0


@given(tables)
def test_relabelling_the_sides_relabels_the_changes(table):
    backwards = tuple(column[::-1] for column in table)

    assert elo.deltas(*backwards) == elo.deltas(*table)[::-1]


def test_a_win_between_equal_newcomers_gives_half_of_k():
    assert elo.deltas([1_500_000] * 2, [0, 0], [1, 2]) == [20_000, -20_000]


def test_a_draw_between_equals_changes_nothing():
    assert elo.deltas([1_500_000] * 2, [7, 7], [1, 1]) == [0, 0]


def test_the_winner_of_four_beats_each_opponent_by_a_third_of_k():
    changes = elo.deltas([1_500_000] * 4, [0] * 4, [1, 2, 2, 2])

    assert changes == [20_001, -6_667, -6_667, -6_667]


def test_a_game_has_one_k_the_mean_of_both():
    old_hand_loses = elo.deltas([1_500_000] * 2, [0, 10_000_000], [1, 2])

    assert old_hand_loses == [11_000, -11_000]


def test_k_falls_from_forty_points_towards_four():
    factors = [elo.k_factor(games) for games in (0, 20, 100, 10_000_000)]

    assert factors == [40_000, 22_000, 10_000, 4_000]


def test_ten_to_one_odds_lie_four_hundred_points_apart():
    assert elo.expected_score(400_000) == pytest.approx(10 / 11)
