"""The lines of docs/33-ashte-kashte.md on the board, throws, moves and passing, one by one."""

import pytest

import engine
from engine.games.ashte_kashte.board import PATHS, SQUARES
from tests.engine.games.ashte_kashte.positions import HOME, OFF, SOUTH, index_of, moves, position
from tests.engine.walks import after, legal_texts, played

# The board.


def test_the_path_is_a_spiral_from_the_middle_of_the_own_edge_to_the_centre():
    assert [SQUARES[square] for square in PATHS[0]] == SOUTH


def test_every_sides_path_is_souths_turned_to_its_own_edge():
    for side in (1, 2, 3):
        turned = [("abcdefg"[7 - int(s[1])] + str("abcdefg".index(s[0]) + 1)) for s in SOUTH]
        for _ in range(side - 1):
            turned = [("abcdefg"[7 - int(s[1])] + str("abcdefg".index(s[0]) + 1)) for s in turned]
        assert [SQUARES[square] for square in PATHS[side]] == turned


@pytest.mark.parametrize(("seats", "starts"), [(2, "d1 d7"), (3, "d1 g4 d7"), (4, "d1 g4 d7 a4")])
def test_seats_sit_round_the_board_counter_clockwise_two_of_them_face_to_face(seats, starts):
    game = engine.load_game("ashte-kashte", seats=seats)
    assert " ".join(SQUARES[PATHS[side][0]] for side in game.edges) == starts


def test_every_seat_begins_with_four_pieces_off_the_board():
    state = engine.load_game("ashte-kashte").new_initial_state()
    assert [state.pieces(seat) for seat in range(4)] == [[OFF] * 4] * 4


# Throws.


def test_no_mark_is_eight_and_otherwise_the_marks_count_in_sixteenths():
    state = engine.load_game("ashte-kashte").new_initial_state()
    weights = {state.action_to_string(o): weight for o, weight in state.chance_weights()}
    assert weights == {"r8": 1, "r1": 4, "r2": 6, "r3": 4, "r4": 1}


def test_playouts_draw_throws_with_their_exact_weights():
    state = engine.load_game("ashte-kashte").new_initial_state()
    drawn = [state._sample(number << 28) for number in range(16)]
    assert [drawn.count(marks) for marks in range(5)] == [1, 4, 6, 4, 1]


def test_the_turn_goes_round_to_the_right():
    state = engine.load_game("ashte-kashte").new_initial_state()
    for seat in (0, 1, 2, 3, 0):
        assert state.chance_seat() == seat
        after(state, "r1", legal_texts(state.child(1))[0])


@pytest.mark.parametrize("throw", ["r4", "r8"])
def test_four_and_eight_throw_again_after_the_move(throw):
    state = after(played("ashte-kashte", ""), throw)
    assert state.current_player() == 0
    after(state, f"in+{throw[1]}")
    assert state.chance_seat() == 0


def test_four_and_eight_throw_again_also_when_no_move_was_possible():
    state = after(position([HOME, HOME, HOME, 46], []), "r8")
    assert state.chance_seat() == 0
    assert state.steps() is None


def test_a_seat_without_a_legal_move_passes_by_itself():
    state = after(position([HOME, HOME, HOME, 46], []), "r3")
    assert state.chance_seat() == 1


def test_further_throws_have_no_limit():
    state = position([HOME, HOME, HOME, 46], [])
    for _ in range(20):
        after(state, "r8")
    assert state.chance_seat() == 0


# Entering.


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 8])
def test_any_throw_enters_a_piece_on_the_index_thrown(steps):
    state = played("ashte-kashte", f"r{steps}")
    assert legal_texts(state) == [f"in+{steps}"]
    after(state, f"in+{steps}")
    assert state.pieces(0) == [steps, OFF, OFF, OFF]


def test_the_start_square_need_not_be_free():
    north_on_d1 = index_of("d1", 2)
    assert moves([], [north_on_d1], throw=2) == ["in+2"]


def test_a_piece_that_enters_captures():
    state = after(position([], [index_of("f1", 2)], throw=2), "in+2")
    assert state.pieces(1) == [OFF] * 4


def test_a_piece_that_enters_forms_a_double():
    assert moves([2], [], throw=2) == ["in+2", "2+2"]
    state = after(position([2], [], throw=2), "in+2")
    assert state.pieces(0) == [2, 2, OFF, OFF]


def test_a_double_on_the_way_or_at_its_end_blocks_what_enters():
    double = [index_of("e1", 2)] * 2
    assert moves([9], double, throw=2) == ["9+2"]
    assert moves([9], double, throw=1) == ["9+1"]


# Moving.


def test_one_piece_moves_by_the_throw():
    state = after(position([9, 20], [], throw=3), "20+3")
    assert state.pieces(0) == [9, 23, OFF, OFF]


def test_the_path_steps_inwards_where_its_lap_is_complete():
    state = after(position([23], [], throw=1), "23+1")
    assert state.pieces(0)[0] == index_of("d2", 0)


@pytest.mark.parametrize("start", [6, 12, 18])
def test_nothing_lands_on_an_occupied_start_square(start):
    own = moves([start - 1, start], [], throw=1)
    assert own == ["in+1", f"{start}+1"]
    east, north = ([], [index_of("g4", 2)]) if start == 6 else ([index_of(SOUTH[start], 1)], [])
    assert moves([start - 1], east, north, throw=1) == ["in+1"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_four_start_squares_are_protected_however_many_seats_play(seats):
    others = [[index_of("a4", 2 if seats == 2 else 1)]] + [[]] * (seats - 2)
    assert moves([17], *others, throw=1) == ["in+1"]


def test_a_single_may_land_on_an_empty_start_square():
    assert after(position([5], [], throw=1), "5+1").pieces(0)[0] == 6


def test_a_double_lands_on_no_start_square_even_an_empty_one():
    assert moves([5, 5], [], throw=1) == ["in+1", "5+1"]


def test_singles_and_doubles_pass_over_start_squares_occupied_or_not():
    on_g4 = [index_of("g4", 2)]
    assert moves([5, 5], on_g4, throw=2) == ["in+2", "5+2", "5d+2"]
    assert moves([5, 5], [], throw=2) == ["in+2", "5+2", "5d+2"]


def test_a_single_captures_an_opponents_single():
    state = after(position([20], [index_of(SOUTH[23], 2), 9], throw=3), "20+3")
    assert state.pieces(1) == [OFF, 9, OFF, OFF]


def test_a_captured_piece_starts_again():
    state = after(position([20], [index_of(SOUTH[23], 2)] + [HOME] * 3, throw=3), "20+3", "r1")
    assert legal_texts(state) == ["in+1"]


def test_two_singles_of_a_seat_form_a_double_and_move_as_one():
    state = after(position([20, 23], [], throw=3), "20+3")
    assert state.pieces(0) == [23, 23, OFF, OFF]
    after(state, "r1", "in+1", "r2", "23d+2")
    assert state.pieces(0) == [25, 25, OFF, OFF]


def test_three_on_a_square_are_never_allowed():
    assert moves([20, 23, 23], [], throw=3) == ["in+3", "23+3", "23d+3"]
    assert moves([20, 20, 23], [], throw=3) == ["in+3", "20+3", "23+3"]
    assert "20d+3" not in moves([20, 20, 23, 23], [], throw=3)


@pytest.mark.parametrize("captured", [1, 2])
def test_a_double_captures_singles_and_doubles(captured):
    victims = [index_of(SOUTH[23], 2)] * captured
    state = after(position([20, 20], victims, throw=3), "20d+3")
    assert state.pieces(0) == [23, 23, OFF, OFF]
    assert state.pieces(1) == [OFF] * 4


def test_a_captured_double_comes_back_as_two_single_pieces():
    state = after(position([20, 20], [index_of(SOUTH[23], 2)] * 2, throw=3), "20d+3")
    after(state, "r1", "in+1", "r1", "in+1", "r2")
    assert legal_texts(state) == ["in+2", "1+2"]


def test_a_single_neither_captures_a_double_nor_lands_on_it():
    assert moves([20], [index_of(SOUTH[23], 2)] * 2, throw=3) == ["in+3"]


def test_a_single_does_not_pass_over_any_double():
    assert moves([20], [index_of(SOUTH[22], 2)] * 2, throw=3) == ["in+3"]
    assert moves([20, 22, 22], [], throw=3) == ["in+3", "22+3", "22d+3"]


def test_a_single_passes_over_singles():
    assert moves([20, 21], [index_of(SOUTH[22], 2)], throw=3) == ["in+3", "20+3", "21+3"]


def test_a_double_passes_over_anything():
    assert "20d+3" in moves([20, 20], [index_of(SOUTH[22], 2)] * 2, throw=3)
    assert "20d+3" in moves([20, 20, 22, 22], [], throw=3)


def test_a_double_is_split_by_moving_one_of_its_pieces_as_a_single():
    state = after(position([20, 20], [], throw=3), "20+3")
    assert state.pieces(0) == [23, 20, OFF, OFF]
    after(state, "r1", "in+1", "r2")
    assert "20d+2" not in legal_texts(state)


def test_a_split_double_no_longer_blocks():
    blocked = position([20, 20], [index_of(SOUTH[19], 2)], throw=3)
    state = after(blocked, "20+3", "r2")
    assert f"{index_of(SOUTH[19], 2)}+2" in legal_texts(state)


def test_the_goal_needs_the_exact_throw():
    assert moves([46], [], throw=2) == ["in+2", "46+2"]
    assert moves([46], [], throw=3) == ["in+3"]


def test_a_single_or_a_double_that_reaches_the_goal_is_home():
    assert after(position([46], [], throw=2), "46+2").pieces(0) == [HOME, OFF, OFF, OFF]
    assert after(position([46, 46], [], throw=2), "46d+2").pieces(0) == [HOME, HOME, OFF, OFF]
    assert after(position([46, 46], [], throw=2), "46+2").pieces(0) == [HOME, 46, OFF, OFF]


def test_the_goal_has_room_for_everyone():
    state = position([HOME, HOME, HOME, 46], [HOME, HOME, 47], throw=2, turn=0)
    assert "46+2" in legal_texts(state)


# Passing.


def test_moving_is_compulsory():
    assert "pass" not in moves([9], [], throw=2)


def test_where_every_move_would_form_a_double_a_seat_may_pass():
    assert moves([2, HOME, HOME], [], throw=2) == ["in+2", "2+2"]
    only = position([20, 23, HOME, HOME], [index_of(SOUTH[25], 2)] * 2, throw=3)
    assert legal_texts(only) == ["20+3", "pass"]
    assert after(only, "pass").pieces(0) == [20, 23, HOME, HOME]


def test_splitting_one_double_into_another_piece_counts_as_forming_a_double():
    blocker = [index_of(SOUTH[24], 2)] * 2
    assert moves([20, 20, 23, HOME], blocker, throw=3) == ["20+3", "pass"]


def test_with_passing_a_seat_may_always_pass_when_it_can_move():
    assert moves([9], [], throw=2, passing=True) == ["in+2", "9+2", "pass"]


def test_with_passing_a_seat_that_cannot_move_has_no_choice():
    state = after(position([HOME, HOME, HOME, 46], [], passing=True), "r3")
    assert state.chance_seat() == 1


@pytest.mark.parametrize(("throw", "seat"), [(8, 0), (4, 0), (3, 1), (1, 1)])
def test_declining_a_four_or_an_eight_keeps_the_further_throw(throw, seat):
    state = after(position([9], [], throw=throw, passing=True), "pass")
    assert state.chance_seat() == seat


def test_declining_to_form_a_double_keeps_the_further_throw_too():
    only = position([20, 24, HOME, HOME], [index_of(SOUTH[27], 2)] * 2, throw=4)
    assert after(only, "pass").chance_seat() == 0
