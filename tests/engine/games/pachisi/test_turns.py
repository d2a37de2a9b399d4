"""The lines of docs/32-pachisi.md on the board, the beginning and the turns, one by one."""

import pytest

import engine
from engine.games.pachisi.rules import TRIES
from tests.engine.games.pachisi.positions import moves, position
from tests.engine.walks import after, legal_texts, played

# The board.


@pytest.mark.parametrize("track", [40, 52, 68])
def test_colours_start_a_quarter_of_the_track_apart(track):
    squares = engine.load_game("pachisi", track=track).rules.squares
    assert [squares[colour][1] for colour in range(4)] == [c * track // 4 for c in range(4)]
    assert all(squares[colour][track] == (squares[colour][1] - 1) % track for colour in range(4))


def test_the_tracks_are_those_of_the_german_board_and_of_two_longer_crosses():
    with pytest.raises(engine.OptionError, match="track=44 is not allowed: it must be 40 or 52 or"):
        engine.load_game("pachisi", track=44)
    assert engine.parse_variant("pachisi(track=52)").options["track"] == 52


def test_a_piece_goes_all_the_way_round_and_on_to_its_own_goal_squares():
    state = after(position(red=[40], dice=[1]), "r40+1")
    assert state.pieces(0) == [41, 0, 0, 0]


def test_the_text_shows_the_four_pieces_of_each_colour_in_its_yard():
    state = engine.load_game("pachisi").new_initial_state()
    assert [state.pieces(colour) for colour in range(4)] == [[0, 0, 0, 0]] * 4


# The beginning.


def test_all_seats_throw_once_and_the_highest_begins():
    state = played("pachisi", "b2 b5 b4")
    assert legal_texts(state) == [f"b{number}" for number in range(1, 7)]
    assert state.chance_seat() == 3
    assert after(state, "b1").chance_seat() == 1
    assert legal_texts(state) == [f"r{number}" for number in range(1, 7)]


def test_ties_among_the_highest_throw_again():
    state = played("pachisi", "b5 b3 b5 b5")
    seats = []
    for text in ("b1", "b6", "b6", "b2", "b3"):
        seats.append(state.chance_seat())
        after(state, text)
    assert seats == [0, 2, 3, 2, 3]
    assert state.chance_seat() == 3
    assert state.string_to_action("r1") == 0


def test_the_beginning_is_thrown_with_one_die_also_when_two_are_played_with():
    state = played("pachisi(dice=2,mode=two)", "b2")
    assert state.chance_weights() == [(outcome, 1) for outcome in range(21, 27)]


def test_a_seat_that_forfeits_is_left_out_of_the_beginning_throws():
    state = played("pachisi", "b5 b3")
    state.forfeit(0)
    state.forfeit(2)
    assert state.chance_seat() == 3
    assert after(state, "b2").chance_seat() == 1


def test_the_last_one_left_of_a_tie_begins_without_another_throw():
    state = played("pachisi", "b5 b5 b3 b3 b4")
    state.forfeit(0)
    assert state.chance_seat() == 1
    assert state.string_to_action("r1") == 0


def test_the_forfeit_of_the_last_to_throw_settles_who_begins():
    state = played("pachisi", "b2 b4 b4")
    state.forfeit(3)
    assert state.chance_seat() == 1
    assert after(state, "b3", "b6").chance_seat() == 2


# A turn.


def test_one_piece_moves_forward_by_the_number():
    state = position(red=[12, 3], dice=[5])
    assert legal_texts(state) == ["r3+5", "r12+5"]
    assert after(state, "r12+5").pieces(0) == [17, 3, 0, 0]


def test_turns_go_clockwise():
    state = position(red=[12], dice=[5])
    assert after(state, "r12+5").chance_seat() == 1


def test_a_six_brings_a_piece_out_or_moves_another_six_on():
    assert moves(red=[12], dice=[6]) == ["r0+6", "r12+6"]
    assert after(position(red=[12], dice=[6]), "r0+6").pieces(0) == [12, 1, 0, 0]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_nothing_else_brings_a_piece_out(number):
    assert moves(red=[12], dice=[number]) == [f"r12+{number}"]


def test_after_a_six_the_same_seat_throws_again_without_limit():
    state = position(red=[12], dice=[6], capture="forced")
    for _ in range(20):
        after(state, legal_texts(state)[0])
        assert state.chance_seat() == 0
        after(state, "r6")


def test_pieces_in_the_way_are_jumped_over_and_counted():
    assert "r12+5" in moves(red=[12, 13], blue=[4], dice=[5])


def test_a_piece_may_not_land_on_one_of_its_own_seat():
    assert moves(red=[12, 17], dice=[5]) == ["r17+5"]
    assert moves(red=[1, 12], dice=[6]) == ["r1+6", "r12+6"]


def test_in_two_it_may_not_land_on_a_piece_of_the_seats_other_colour_either():
    assert moves(mode="two", red=[12], yellow=[37], dice=[5]) == ["y37+5"]


def test_landing_on_an_opponent_sends_it_back_to_its_yard():
    state = position(red=[12], blue=[7], dice=[5])
    assert after(state, "r12+5").pieces(1) == [0, 0, 0, 0]


def test_a_captured_piece_needs_another_six():
    state = after(position(red=[12], blue=[7], dice=[5]), "r12+5", "r5")
    assert state.chance_seat() == 1


def test_moving_is_compulsory():
    assert "pass" not in moves(red=[12], dice=[5])


def test_without_a_legal_move_the_turn_passes_by_itself():
    assert after(position(red=[40, 43]), "r5").chance_seat() == 1


# Goal squares.


def test_goal_squares_need_the_exact_number():
    assert moves(red=[40, 2], dice=[4]) == ["r2+4", "r40+4"]
    assert moves(red=[40, 2], dice=[5]) == ["r2+5"]


@pytest.mark.parametrize("barriers", [False, True])
def test_a_goal_square_holds_one_piece(barriers):
    assert moves(red=[40, 44, 2], dice=[4], barriers=barriers) == ["r2+4"]


def test_pieces_move_on_along_the_goal_squares_but_jump_no_own_piece_there():
    assert moves(red=[41, 2], dice=[3]) == ["r2+3", "r41+3"]
    assert moves(red=[41, 43, 2], dice=[3]) == ["r2+3"]
    assert moves(red=[39, 41, 2], dice=[3]) == ["r2+3", "r41+3"]


# Three tries.


@pytest.mark.parametrize("row", [(), (42,), (42, 44)])
def test_a_seat_without_a_piece_on_the_track_throws_up_to_three_times(row):
    state = position(red=row)
    for number in range(TRIES):
        assert (state.chance_seat(), state.to_dict()["tries"]) == (0, number)
        after(state, "r5")
    assert state.chance_seat() == 1


def test_a_piece_on_the_track_leaves_one_try():
    assert after(position(red=[40, 42]), "r5").chance_seat() == 1


def test_a_throw_that_allows_a_move_on_the_goal_squares_ends_the_tries():
    state = after(position(red=[42]), "r5", "r2")
    assert legal_texts(state) == ["r42+2"]
    assert after(state, "r42+2").chance_seat() == 1


def test_a_six_throws_again_also_when_no_move_was_possible():
    assert after(position(red=[40, 41, 42, 43]), "r6").chance_seat() == 0


def test_every_throw_after_a_six_starts_the_tries_anew():
    state = after(position(red=[42], green=[11, 11], barriers=True), "r5", "r5", "r6", "r5", "r5")
    assert state.chance_seat() == 0
    assert after(state, "r5").chance_seat() == 1


def test_a_six_that_takes_the_last_piece_off_the_track_earns_three_tries():
    state = after(position(red=[38]), "r6", "r38+6", "r5", "r5")
    assert state.chance_seat() == 0
    assert after(state, "r5").chance_seat() == 1
