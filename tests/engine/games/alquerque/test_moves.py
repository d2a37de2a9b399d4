"""The lines of docs/34-alquerque.md on the board, steps and captures, one by one."""

import pytest

import engine
from engine.games.alquerque import lines
from tests.engine.games.alquerque.positions import moves, points, position
from tests.engine.walks import after, played

# Board and start.


def test_the_board_has_seven_ranks_seven_files_and_ten_diagonals():
    begun = [
        (kind, low)
        for kind, shift in enumerate(lines.SHIFTS)
        for low in range(49)
        if lines.has_line(low, kind) and not (low >= shift and lines.has_line(low - shift, kind))
    ]
    assert [sum(kind == k for kind, _ in begun) for k in range(4)] == [7, 5, 7, 5]


def test_the_points_written_as_literals_lie_between_two_others_on_a_line():
    inner = [
        sum(
            1 << point
            for point in range(shift, 49)
            if lines.has_line(point - shift, kind) and lines.has_line(point, kind)
        )
        for kind, shift in enumerate(lines.SHIFTS)
    ]
    crossings = lines.INNER_CROSSINGS
    assert inner == [lines.INNER_FILES, crossings, lines.INNER_RANKS, crossings]


def test_diagonals_run_through_the_points_whose_file_and_rank_add_up_to_an_even_number():
    assert moves(position("d4", "g7")) == {
        "d4-" + point for point in ("c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5")
    }
    assert moves(position("d3", "g7")) == {"d3-c3", "d3-e3", "d3-d2", "d3-d4"}


def test_each_side_starts_with_a_triangle_and_the_half_diagonal_at_its_right_hand():
    state = played("alquerque", "")
    assert set(state.stones(0)) == points("b1 c1 d1 e1 f1 g1 c2 d2 e2 f2 d3 e3")
    assert set(state.stones(1)) == points("g2 g3 g4 g5 g6 g7 f3 f4 f5 f6 e4 e5")
    assert set(state.stones(2)) == points("a7 b7 c7 d7 e7 f7 b6 c6 d6 e6 c5 d5")
    assert set(state.stones(3)) == points("a1 a2 a3 a4 a5 a6 b2 b3 b4 b5 c3 c4")


def test_the_other_layout_is_four_blocks():
    state = played("alquerque(layout=blocks)", "")
    for seat, files, ranks in [(0, "defg", "123"), (1, "efg", "4567"), (2, "abcd", "567")]:
        assert set(state.stones(seat)) == {f + r for f in files for r in ranks}
    assert set(state.stones(3)) == {f + r for f in "abc" for r in "1234"}


def test_two_seats_have_24_stones_each():
    state = played("alquerque(mode=two)", "")
    white = {f + r for f in "abcdefg" for r in "123"} | {"e4", "f4", "g4"}
    black = {f + r for f in "abcdefg" for r in "567"} | {"a4", "b4", "c4"}
    assert (set(state.stones(0)), set(state.stones(1))) == (white, black)


def test_seats_take_turns_from_white_counter_clockwise():
    state = position("d1", "g4", "d7", "a4")
    seats = []
    for text in ("d1-c1", "g4-g5", "d7-e7", "a4-a3"):
        seats.append(state.current_player())
        after(state, text)
    assert [*seats, state.current_player()] == [0, 1, 2, 3, 0]


# Steps.


def test_a_stone_does_not_step_onto_another():
    assert moves(position("a1 a2 b1", "b2 g7", capture="forced")) == {"a1xc3", "a2xc2", "b1xb3"}
    assert "a1-a2" not in moves(position("a1 a2", "g7"))


def test_a_stone_may_not_step_back_to_where_it_was_before_its_seats_previous_turn():
    state = after(position("a1 g1", "g7 a7"), "a1-b1", "g7-g6")
    assert "b1-a1" not in moves(state)
    assert {"b1-c1", "b1-b2", "g1-f1"} <= moves(state)


def test_the_ban_ends_with_the_next_turn():
    state = after(position("a1 g1", "g7 a7"), "a1-b1", "g7-g6", "g1-f1", "a7-a6")
    assert "b1-a1" in moves(state)
    assert "f1-g1" not in moves(state)


def test_another_stone_may_step_to_the_point_that_was_left():
    state = after(position("a1 a2", "g7 g1"), "a1-b1", "g7-g6")
    assert "a2-a1" in moves(state)


def test_a_capture_forbids_nothing_and_no_step_leads_back_over_it():
    state = after(position("a1", "b2 g7"), "a1xc3", "g7-g6")
    assert {"c3-b2", "c3-c2", "c3-b3", "c3-d4"} <= moves(state)
    assert state.to_dict()["barred"] == [None, "g6-g7"]


def test_a_chain_that_ends_where_it_began_forbids_nothing():
    state = position("a1", "b1 c2 b3 a2 g7", capture="forced")
    after(state, "a1xc1xc3xa3xa1", "g7-g6")
    assert moves(state) == {"a1-b1", "a1-a2", "a1-b2"}


def test_a_stone_whose_only_step_is_barred_cannot_move():
    state = position("a1", "a2 a3 b2 c3 g7", barred=["a1-b1", None], turn=1)
    after(state, "g7-g6")
    assert state.outcome().reason == "stuck"
    assert state.ranks() == [2, 1]


# Captures.


def test_a_stone_jumps_along_a_line_over_a_neighbour_to_the_empty_point_behind_it():
    state = position("d4", "d5 c3 e4 g7", capture="forced")
    assert moves(state) == {"d4xd6", "d4xb2", "d4xf4"}


def test_there_is_no_jump_where_no_line_leads():
    assert not any("x" in text for text in moves(position("d3", "e4 g7")))


def test_no_stone_jumps_over_two_or_onto_one():
    assert not any("x" in text for text in moves(position("a1", "a2 a3 g7")))


def test_the_jumped_stone_leaves_the_board_at_once():
    state = after(position("d3", "d4 g7"), "d3xd5")
    assert state.stones(0) == ["d5"]
    assert state.stones(1) == ["g7"]
    assert state.captured(0) == 1


def test_jumps_go_on_in_any_direction_over_stones_of_any_opponents():
    state = position("a1", "b2 g7", "d3 a7", "e4 g1", capture="forced")
    assert moves(state) == {"a1xc3xe3xe5"}
    after(state, "a1xc3xe3xe5")
    assert [state.stones(seat) for seat in range(4)] == [["e5"], ["g7"], ["a7"], ["g1"]]
    assert state.captured(0) == 3


def test_no_stone_is_jumped_twice():
    assert moves(position("a1", "b2 g7", capture="forced")) == {"a1xc3"}


def test_the_point_where_a_chain_began_counts_as_empty_meanwhile():
    state = position("c1", "c2 d3 e2 d1 g7", capture="forced")
    assert "c1xc3xe3xe1xc1" in moves(state)
    assert after(state, "c1xc3xe3xe1xc1").stones(0) == ["c1"]


def test_a_partners_stone_cannot_be_jumped_and_the_opponents_of_both_can():
    rows = ("a1", "g7", "b2 a7", "b1 g4")
    assert moves(position(*rows, mode="teams", capture="forced")) == {"a1xc1"}
    assert moves(position(*rows, capture="forced")) == {"a1xc1xa3", "a1xc3"}


# The duty to capture.


def test_a_seat_that_steps_instead_of_capturing_loses_a_stone_that_could_have_captured():
    state = position("d3 g1", "d4 g7")
    assert {text for text in moves(state) if text.startswith("g1")} == {
        "g1-f1!d3",
        "g1-g2!d3",
        "g1-f2!d3",
    }
    assert after(state, "g1-f1!d3").stones(0) == ["f1"]


def test_the_lost_stone_is_named_by_where_it_stands_after_the_step():
    state = position("d3", "d4 g7 g6")
    assert {text for text in moves(state) if "-" in text} == {"d3-c3!c3", "d3-d2!d2", "d3-e3!e3"}


def test_the_seat_chooses_which_stone_is_lost():
    state = position("d3 c4 g1", "d4 g7")
    lost = {text[-2:] for text in moves(state) if text.startswith("g1-f1")}
    assert lost == {"d3", "c4"}


def test_any_capture_the_shortest_too_satisfies_the_duty_for_the_other_stones():
    state = position("d3 a1", "d4 b2 c4 g7", capture="penalty")
    assert "d3xd5" in moves(state)
    assert after(state, "d3xd5").stones(0) == ["a1", "d5"]


def test_a_stone_that_stops_jumping_while_it_could_go_on_is_lost_and_its_captures_stand():
    state = position("a1 g1", "b2 d3 g7")
    assert {text for text in moves(state) if "x" in text} == {"a1xc3!c3", "a1xc3xe3"}
    after(state, "a1xc3!c3")
    assert (state.stones(0), state.stones(1)) == (["g1"], ["d3", "g7"])
    assert state.captured(0) == 1


def test_a_lost_stone_counts_for_nobody():
    state = after(position("d3 g1", "d4 g7 g6", "a7", "a1"), "g1-f1!d3")
    assert [state.captured(seat) for seat in range(4)] == [0, 0, 0, 0]


def test_with_forced_captures_only_full_captures_are_legal_where_there_is_one():
    state = position("a1 g1", "b2 d3 g7", capture="forced")
    assert moves(state) == {"a1xc3xe3"}
    with pytest.raises(engine.InvalidNotation):
        state.string_to_action("a1xc3!c3")
