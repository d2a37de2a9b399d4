"""The lines of docs/33-ashte-kashte.md on the end, the turn limit and forfeits, one by one."""

import pytest

import engine
from tests.engine.games.ashte_kashte.positions import HOME, OFF, SOUTH, index_of, position
from tests.engine.walks import after, legal_texts, played, random_walk

# End.


def test_the_first_seat_with_all_four_pieces_home_wins():
    state = after(position([HOME, HOME, HOME, 46], [9], [9], throw=2), "46+2")
    assert state.ranks() == [1, 2, 2]
    assert state.returns() == [1.0, -0.5, -0.5]
    assert state.outcome() == ("home", "Seat 0 wins: its four pieces came home first.")


def test_with_playout_the_others_go_on_until_all_places_but_the_last_are_decided():
    state = position([HOME, HOME, HOME, 46], [HOME, HOME, HOME, 47], [9], throw=2, playout=True)
    after(state, "46+2")
    assert state.chance_seat() == 1
    after(state, "r1", "47+1")
    assert state.ranks() == [1, 2, 3]
    assert state.outcome().reason == "home"


@pytest.mark.parametrize(("index", "throw"), [(44, 4), (40, 8)])
def test_a_seat_that_has_come_home_does_not_throw_again(index, throw):
    state = position([HOME, HOME, HOME, index], [], [], throw=throw, playout=True)
    assert after(state, f"{index}+{throw}").chance_seat() == 1


def test_a_seat_that_has_come_home_is_left_out_of_the_turn():
    state = position([], [HOME] * 4, [], throw=1, arrived=[1], playout=True)
    assert after(state, "in+1").chance_seat() == 2


def test_two_seats_have_no_places_to_play_out():
    with pytest.raises(engine.OptionError, match="playout=true has a meaning only with seats=3 or"):
        engine.load_game("ashte-kashte", seats=2, playout=True)


# The turn limit.


def test_at_the_turn_limit_the_move_of_the_last_throw_is_done_and_all_share_a_rank():
    state = played("ashte-kashte(turn_limit=2)", "r1 in+1 r2")
    assert not state.is_terminal()
    after(state, "in+2")
    assert state.pieces(1)[0] == 2
    assert state.returns() == [0.0] * 4
    text = "2 throws are over: seats 0, 1, 2 and 3 share rank 1."
    assert state.outcome() == ("limit", text)


@pytest.mark.parametrize("throw", [4, 8])
def test_at_the_turn_limit_four_and_eight_throw_no_more(throw):
    state = played("ashte-kashte(turn_limit=1)", f"r{throw} in+{throw}")
    assert state.outcome().reason == "limit"


def test_the_turn_limit_ends_a_game_whose_last_throw_allows_no_move():
    state = after(position([HOME, HOME, HOME, 46], [], turn_limit=2), "r8")
    assert state.ranks() == [1, 1]


def test_who_comes_home_with_the_last_throw_has_won():
    state = position([HOME, HOME, HOME, 46], [], throw=2, throws=7, turn_limit=7)
    assert after(state, "46+2").ranks() == [1, 2]


def test_at_the_turn_limit_those_not_home_share_the_best_free_rank():
    state = position(
        [], [HOME] * 4, [], [], throw=2, throws=7, arrived=[1], playout=True, turn_limit=7
    )
    after(state, "in+2")
    assert state.ranks() == [2, 1, 2, 2]
    assert state.outcome().text == "7 throws are over: seats 0, 2 and 3 share rank 2."


# Forfeits.


def test_the_pieces_of_a_seat_that_forfeits_leave_the_board_and_its_turns_are_skipped():
    state = position([20], [9, 9, 30, HOME], [], throw=1)
    state.forfeit(1)
    assert state.pieces(1) == [OFF, OFF, OFF, HOME]
    assert after(state, "20+1").chance_seat() == 2


def test_a_forfeit_at_the_own_turn_lets_the_throw_lapse():
    state = played("ashte-kashte", "r8")
    state.forfeit(0)
    assert state.chance_seat() == 1
    assert state.steps() is None


def test_a_forfeit_opens_the_way_for_the_throw_that_lies_there():
    state = position([19, 20], [index_of(SOUTH[22], 1)] * 2, [], throw=3)
    assert legal_texts(state) == ["in+3"]
    state.forfeit(1)
    assert legal_texts(state) == ["in+3", "19+3", "20+3"]


def test_a_forfeit_can_take_away_the_right_to_pass():
    blocker = [index_of(SOUTH[25], 1)] * 2
    state = position([20, 23, HOME, HOME], blocker, [], throw=3)
    assert legal_texts(state) == ["20+3", "pass"]
    state.forfeit(1)
    assert legal_texts(state) == ["20+3", "23+3"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_seat_left_wins_and_the_first_to_forfeit_is_last(seats):
    state = played(f"ashte-kashte(seats={seats})" if seats < 4 else "ashte-kashte", "r1")
    for seat in range(seats - 1):
        assert not state.is_terminal()
        state.forfeit(seat)
    assert state.ranks() == list(range(seats, 0, -1))
    text = f"Seat {seats - 1} is the last one left and takes rank 1."
    assert state.outcome() == ("forfeit", text)


def test_who_forfeited_ranks_below_those_who_share_a_rank():
    state = position([HOME, HOME, HOME, 46], [9], [9], [9], throw=2)
    state.forfeit(2)
    assert after(state, "46+2").ranks() == [1, 2, 4, 2]


def test_with_playout_the_last_one_left_takes_the_best_free_rank():
    state = position([9], [HOME] * 4, [9], [9], arrived=[1], playout=True)
    state.forfeit(0)
    state.forfeit(3)
    assert state.ranks() == [4, 1, 2, 3]
    assert state.outcome().text == "Seat 2 is the last one left and takes rank 2."


def test_a_seat_that_is_home_can_still_forfeit_and_then_ranks_below_the_others():
    state = position([9], [HOME] * 4, [HOME, HOME, HOME, 47], arrived=[1], turn=2, playout=True)
    state.forfeit(1)
    assert not state.is_terminal()
    assert after(state, "r1", "47+1").ranks() == [2, 3, 1]


def test_the_last_throw_lapses_like_any_other():
    state = played("ashte-kashte(turn_limit=1)", "r2")
    state.forfeit(0)
    assert state.ranks() == [4, 1, 1, 1]
    assert state.outcome().reason == "limit"


# Whole games.


def test_random_games_with_default_options_end_long_before_the_limit():
    for seed in range(3):
        *_, last = random_walk("ashte-kashte", seed)
        assert last.outcome().reason == "home"
