"""The lines of docs/32-pachisi.md on the end, the turn limit and forfeits, one by one."""

import pytest

import engine
from tests.engine.games.pachisi.positions import HOME, position, square, teams
from tests.engine.walks import after, legal_texts, played, random_walk

# The end.


def test_the_first_seat_with_all_its_pieces_home_wins():
    state = after(position(red=[40, 42, 43, 44], blue=[9], dice=[1]), "r40+1")
    assert state.ranks() == [1, 2, 2, 2]
    assert state.returns() == [1.0, *[-1 / 3] * 3]
    assert state.outcome() == ("home", "Seat 0 wins: all its pieces are home.")


def test_with_playout_the_others_go_on_until_all_places_but_the_last_are_decided():
    near = [40, 42, 43, 44]
    state = position(red=near, blue=near, yellow=near, dice=[1], playout=True)
    after(state, "r40+1", "r1", "b40+1", "r1", "y40+1")
    assert state.ranks() == [1, 2, 3, 4]
    assert state.outcome().text == (
        "Seat 0 wins: all places but the last are decided: "
        "seat 0 has rank 1, seat 1 has rank 2, seat 2 has rank 3, seat 3 has rank 4."
    )


def test_with_playout_a_seat_that_has_come_home_does_not_throw_again():
    state = after(position(red=[35, 42, 43, 44], dice=[6], playout=True), "r35+6")
    assert state.chance_seat() == 1
    assert (
        after(position(red=HOME, green=[5], turn=3, dice=[2], playout=True), "g5+2").chance_seat()
        == 1
    )


@pytest.mark.parametrize("mode", ["teams", "two"])
def test_two_sides_have_no_places_to_play_out(mode):
    with pytest.raises(
        engine.OptionError, match="playout=true has a meaning only with mode=single"
    ):
        engine.load_game("pachisi", mode=mode, playout=True)


# The turn limit.


@pytest.mark.parametrize("throw", ["r1", "r5"])
def test_the_turn_limit_counts_every_throw_but_those_of_the_beginning(throw):
    state = played("pachisi(turn_limit=3)", f"b6 b1 b1 b1 {throw} {throw}")
    assert not state.is_terminal()
    assert after(state, throw).ranks() == [1, 1, 1, 1]
    assert state.outcome().text == "All 3 throws are made: seats 0, 1, 2 and 3 share rank 1."


def test_all_dice_of_the_last_throw_are_played_and_a_six_throws_no_more():
    state = played("pachisi(dice=2,turn_limit=1)", "b6 b1 b1 b1 r6,5 r0+6")
    assert not state.is_terminal()
    after(state, "r1+5")
    assert state.outcome().reason == "limit"
    assert state.throws() == 1


def test_who_comes_home_with_the_last_throw_has_won():
    place = {"red": [40, 42, 43, 44], "dice": [1], "throws": 9, "turn_limit": 9}
    assert after(position(**place), "r40+1").outcome().reason == "home"
    state = after(position(playout=True, **place), "r40+1")
    assert state.ranks() == [1, 2, 2, 2]
    assert state.outcome().reason == "limit"


@pytest.mark.parametrize(("mode", "ranks"), [("teams", [1, 1, 1, 1]), ("two", [1, 1])])
def test_at_the_turn_limit_teams_and_two_seats_draw(mode, ranks):
    state = position(mode=mode, red=HOME, yellow=[2], dice=[3], throws=9, turn_limit=9)
    assert after(state, "y2+3").ranks() == ranks


# Forfeits.


def test_the_pieces_of_a_seat_that_forfeits_leave_the_board_and_its_turns_are_skipped():
    state = position(red=[12], blue=[7, 42], dice=[5])
    state.forfeit(1)
    assert state.pieces(1) == [None] * 4
    assert after(state, "r12+5").chance_seat() == 2


def test_a_throw_lapses_when_its_seat_forfeits_and_the_next_seat_goes_on():
    state = position(red=[12], dice=[6])
    state.forfeit(0)
    assert state.chance_seat() == 1
    assert state.dice() == []


def test_the_last_throw_lapses_like_any_other():
    state = position(red=[12], dice=[6], throws=9, turn_limit=9)
    state.forfeit(0)
    assert state.ranks() == [4, 1, 1, 1]
    assert state.outcome().reason == "limit"


def test_the_last_seat_left_wins_and_the_first_to_forfeit_is_last():
    state = position(red=[12], dice=[6])
    for seat in (2, 0, 3):
        state.forfeit(seat)
    assert state.ranks() == [3, 1, 4, 2]
    assert state.outcome() == ("forfeit", "Seat 1 wins: seat 3 forfeits, and nobody else is left.")


def test_who_forfeited_ranks_below_those_who_share_a_rank():
    state = position(red=[40, 42, 43, 44], dice=[1])
    state.forfeit(2)
    assert after(state, "r40+1").ranks() == [1, 2, 4, 2]


def test_with_playout_the_last_one_left_takes_the_best_free_rank():
    state = position(blue=HOME, dice=[], playout=True)
    state.forfeit(3)
    state.forfeit(0)
    assert state.ranks() == [3, 1, 2, 4]
    assert state.outcome().text.startswith("Seat 1 wins")


def test_a_seat_that_is_home_can_still_forfeit_and_then_ranks_below_the_others():
    state = position(blue=HOME, yellow=[40, 42, 43, 44], turn=2, dice=[1], playout=True)
    state.forfeit(1)
    after(state, "y40+1")
    assert not state.is_terminal()
    state.forfeit(0)
    assert state.ranks() == [3, 4, 1, 2]


def test_in_two_the_other_seat_wins():
    state = position(mode="two", red=[12], dice=[6])
    state.forfeit(0)
    assert state.ranks() == [2, 1]


def test_in_teams_the_pieces_go_back_to_the_yard_and_the_partner_plays_on_alone():
    state = teams(red=[12], blue=[7, 42], dice=[5])
    state.forfeit(1)
    assert state.pieces(1) == [0, 0, 0, 0]
    assert after(state, "r12+5", "r5", "r5", "r5").chance_seat() == 3


def test_in_teams_the_partner_plays_its_own_pieces_first_and_then_the_forfeiters():
    state = teams(blue=[42], green=[40, 42, 43, 44], turn=3)
    state.forfeit(1)
    after(state, "r1", "g40+1")
    assert state.chance_seat() == 0
    after(state, "r5", "r5", "r5", "r5", "r5", "r5", "r6")
    assert legal_texts(state) == ["b0+6"]


def test_in_teams_the_partner_alone_still_needs_all_eight():
    state = teams(blue=HOME, green=[40, 42, 43, 44], turn=3, dice=[1])
    state.forfeit(1)
    assert not after(state, "g40+1").is_terminal()


def test_when_both_partners_have_forfeited_the_team_has_lost():
    state = teams(red=[12], dice=[5])
    for seat in (2, 3, 0):
        assert not state.is_terminal()
        state.forfeit(seat)
    assert state.ranks() == [3, 1, 3, 1]
    assert state.outcome().text == "Seats 1 and 3 win: seat 0 forfeits, and nobody else is left."


def test_a_throw_that_was_for_the_partners_pieces_is_judged_anew_when_it_forfeits():
    state = teams(red=HOME, yellow=[5], dice=[3])
    state.forfeit(2)
    assert (state.chance_seat(), state.to_dict()["tries"]) == (0, 1)
    state = teams(red=HOME, yellow=[5], dice=[6])
    state.forfeit(2)
    assert legal_texts(state) == ["y0+6"]


# Whole games.


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_end_at_home_with_no_two_pieces_where_only_one_may_stand(seed):
    *states, last = random_walk("pachisi", seed)
    assert last.outcome().reason == "home"
    for state in states:
        places = [
            square(colour, at) for colour in range(4) for at in state.pieces(colour) if 0 < at <= 40
        ]
        assert len(places) == len(set(places))
