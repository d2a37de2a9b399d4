"""The lines of docs/34-alquerque.md on the end and the quiet limit, one by one."""

import random

import pytest

import engine
from agents.samples import greedy
from tests.engine.games.alquerque.cases import WALKED
from tests.engine.games.alquerque.positions import WALLS, moves, position, quick
from tests.engine.walks import after, played, random_walk

# The end for two seats.


def test_two_seats_a_seat_without_stones_has_lost():
    state = after(position("d3", "d4"), "d3xd5")
    assert state.outcome() == ("bare", "Seat 1 (Black) has no stone left: seat 0 (White) wins.")


def test_two_seats_a_seat_that_gives_away_its_last_stone_has_lost():
    state = after(position("d3", "d4 g7"), "d3-c3!c3")
    assert state.returns() == [-1.0, 1.0]
    assert state.outcome().reason == "bare"


def test_two_seats_a_seat_that_cannot_move_has_lost():
    state = after(position(WALLS + " d1", "a1"), "d1-d2")
    assert state.outcome() == ("stuck", "Seat 1 (Black) cannot move: seat 0 (White) wins.")


def test_two_seats_a_seat_that_forfeits_has_lost():
    state = played("alquerque(mode=two)", "")
    state.forfeit(1)
    assert state.outcome() == ("forfeit", "Seat 1 (Black) forfeits: seat 0 (White) wins.")


# The end for teams.


def test_teams_a_seat_that_cannot_move_is_skipped_while_its_partner_can():
    state = position(WALLS + " d1", "a1", "g7", "g1", mode="teams")
    after(state, "d1-d2")
    assert state.current_player() == 2
    assert not state.is_terminal()


def test_teams_a_seat_without_stones_is_skipped_while_its_partner_can_move():
    state = after(position("d3", "d4", "g7", "g1 g2", mode="teams"), "d3xd5")
    assert state.current_player() == 2


def test_teams_skipped_turns_do_not_count_as_quiet():
    state = position(WALLS + " d1", "a1", "g7", "g1", mode="teams", quiet_limit=2)
    assert not after(state, "d1-d2").is_terminal()
    assert after(state, "g7-g6").outcome().reason == "quiet"


def test_teams_a_skipped_turn_lifts_the_ban():
    rows = ("b1 b2 c1 c3 d2", "a1", "g7", "g1")
    state = position(*rows, mode="teams", barred=[None, "a1-a2", None, None])
    after(state, "d2-d3")
    assert state.current_player() == 2
    after(state, "g7-g6", "g1-f1", "d3-d4")
    assert moves(state) == {"a1-a2"}


def test_teams_a_team_that_cannot_move_at_the_turn_of_either_seat_has_lost():
    state = position(WALLS + " d1", "a1", "g7", "", mode="teams")
    after(state, "d1-d2")
    assert state.ranks() == [1, 3, 1, 3]
    assert state.outcome() == (
        "stuck",
        "Seats 1 and 3 cannot move: seats 0 and 2 win.",
    )


def test_teams_a_team_without_stones_has_lost():
    state = after(position("d3", "d4", "g7", "", mode="teams"), "d3xd5")
    assert state.returns() == [1.0, -1.0, 1.0, -1.0]
    assert state.outcome().text == "Seats 1 and 3 have no stone left: seats 0 and 2 win."


def test_teams_the_stones_of_a_seat_that_forfeits_stay_and_its_turns_are_skipped():
    state = position("d1", "g4", "d7", "a4", mode="teams")
    state.forfeit(1)
    after(state, "d1-c1")
    assert state.stones(1) == ["g4"]
    assert state.current_player() == 2


def test_teams_a_seat_that_forfeits_at_its_turn_gives_the_turn_on():
    state = position("d1", "g4", "d7", "a4", mode="teams")
    state.forfeit(0)
    assert state.current_player() == 1
    after(state, "g4-g5", "d7-e7", "a4-a3")
    assert state.current_player() == 1


def test_teams_a_team_whose_partners_have_both_forfeited_has_lost():
    state = position("d1", "g4", "d7", "a4", mode="teams")
    state.forfeit(0)
    state.forfeit(2)
    assert state.ranks() == [3, 1, 3, 1]
    assert state.outcome().text == "Seats 0 and 2 forfeit: seats 1 and 3 win."


def test_teams_a_seat_that_cannot_move_beside_a_partner_who_has_forfeited_has_lost():
    state = position(WALLS + " d1", "a1", "g7", "g1", mode="teams")
    state.forfeit(3)
    assert after(state, "d1-d2").ranks() == [1, 3, 1, 3]


# The end for four single seats: quick.


def test_quick_a_seat_without_stones_ends_the_game_and_is_last():
    state = after(quick("d3", "d4", "g7 f7", "g1 f1 e1"), "d3xd5")
    assert state.ranks() == [1, 4, 3, 2]
    assert state.outcome() == (
        "bare",
        "Seat 1 (Turquoise) has no stone left: seat 0 (White) wins with 1 captured.",
    )


def test_quick_more_captured_stones_rank_first_then_more_stones_on_the_board_then_a_tie():
    rows = ("d3", "d4", "g7 f7", "a7 b7")
    state = after(quick(*rows, captured=[0, 5, 3, 3]), "d3xd5")
    assert state.ranks() == [3, 4, 1, 1]
    state = after(quick("d3", "d4", "g7 f7", "a7 b7 c7", captured=[2, 0, 3, 3]), "d3xd5")
    assert state.ranks() == [3, 4, 2, 1]


def test_quick_a_leader_that_forfeits_is_last():
    state = quick("d3", "d1", "g7", "a7", captured=[9, 0, 0, 1])
    state.forfeit(0)
    assert state.ranks() == [4, 2, 2, 1]
    assert state.outcome().reason == "forfeit"


def test_quick_a_seat_that_cannot_move_at_its_turn_is_last():
    state = after(quick(WALLS + " d1", "a1", "g7", "g1"), "d1-d2")
    assert state.ranks()[1] == 4
    assert state.outcome().reason == "stuck"


def test_quick_two_neighbours_can_shut_in_a_third_with_the_first_two_actions():
    state = played("alquerque(ending=quick)", "e3-d4 f3-e3")
    assert state.outcome() == (
        "stuck",
        "Seat 2 (Black) cannot move: seats 0, 1 and 3 share the first place.",
    )


def test_quick_a_seat_that_cannot_move_yet_is_not_judged_before_its_turn():
    state = quick(WALLS + " d1", "g1", "g7", "a1")
    assert after(state, "d1-d2", "g1-f1").current_player() == 2


def test_quick_several_wiped_out_by_one_action_share_the_last_rank():
    state = after(quick("a1", "b2", "d3", "g7"), "a1xc3xe3")
    assert state.ranks() == [1, 3, 3, 2]
    text = "Seats 1 and 2 have no stone left: seat 0 (White) wins with 2 captured."
    assert state.outcome().text == text


def test_quick_a_seat_can_wipe_out_itself_with_another():
    state = after(quick("a1", "b2", "d3 g7", "a7"), "a1xc3!c3")
    assert state.ranks() == [3, 3, 1, 2]


def test_quick_two_tied_at_the_top_win_together():
    state = quick("d3", "d4", "g7", "a7", captured=[0, 0, 2, 2])
    text = after(state, "d3xd5").outcome().text
    assert text == "Seat 1 (Turquoise) has no stone left: seats 2 and 3 share the first place."


# The end for four single seats: slow.


def test_slow_a_seat_that_cannot_move_takes_its_stones_off_and_the_game_goes_on():
    state = after(position(WALLS + " d1", "a1", "g7", "g1"), "d1-d2")
    assert state.stones(1) == []
    assert state.current_player() == 2


def test_slow_a_seat_shut_in_by_the_first_two_actions_goes_and_the_others_play_on():
    state = played("alquerque", "e3-d4 f3-e3")
    assert (state.current_player(), state.stones(2)) == (3, [])
    assert state.to_dict()["places"] == [0, 0, 4, 0]


def test_slow_a_seat_that_goes_leaves_no_ban_behind():
    state = position(WALLS + " d1", "a1", "g7", "g1", barred=[None, "a1-a2", None, None])
    assert after(state, "d1-d2").to_dict()["barred"] == ["d2-d1", None, None, None]


def test_slow_seats_are_judged_one_by_one_as_each_comes_to_its_turn():
    walled = "a2 b1 b2 c3 a3 c1 f1 f2 g2 e3 g3 e1"
    state = after(position(walled + " d1", "a1", "g1", "g7"), "d1-d2")
    assert state.current_player() == 3
    assert state.to_dict()["places"] == [0, 4, 3, 0]


def test_slow_a_seat_that_could_not_move_may_be_freed_by_another_that_goes():
    state = position("g1", WALLS, "a1", "g7", turn=1)
    state.forfeit(1)
    assert state.current_player() == 2
    assert moves(state) == {"a1-a2", "a1-b1", "a1-b2"}


def test_slow_a_seat_that_forfeits_takes_its_stones_off_at_any_time():
    state = position("d1", "g4", "d7", "a4")
    state.forfeit(2)
    assert state.stones(2) == []
    assert state.current_player() == 0
    after(state, "d1-c1", "g4-g5")
    assert state.current_player() == 3


def test_slow_a_seat_that_cannot_move_after_anothers_forfeit_goes_too():
    # White could jump over b1. Without that stone, its only step is back to where it was.
    state = position("a1", "a2 b2 c3 a3", "b1", "g7", barred=["a1-b1", None, None, None])
    assert moves(state) == {"a1xc1"}
    state.forfeit(2)
    assert state.to_dict()["places"] == [3, 0, 4, 0]
    assert state.current_player() == 1


def test_slow_the_last_one_left_wins_and_those_before_rank_by_when_they_went():
    state = position("d3", "d4", "g7", "g1")
    after(state, "d3xd5")
    state.forfeit(3)
    state.forfeit(2)
    assert state.ranks() == [1, 2, 3, 4]


def test_slow_a_seat_that_has_forfeited_ranks_below_every_seat_that_has_not():
    state = after(position("d3", "d4", "g7", "g1"), "d3xd5")
    state.forfeit(3)
    after(state, "g7-f7", "d5-d4")
    state.forfeit(0)
    assert state.ranks() == [3, 2, 1, 4]
    assert state.outcome().text == "The others have left the board: seat 2 (Black) wins."


def test_slow_seats_that_lose_their_last_stones_in_one_action_share_their_rank():
    state = after(position("a1", "b2", "d3", "g7"), "a1xc3xe3")
    assert state.current_player() == 3
    state.forfeit(3)
    assert state.ranks() == [1, 2, 2, 4]


def test_slow_the_quiet_count_goes_on_when_a_seat_goes():
    state = position(WALLS + " d1", "a1", "g7", "g1", quiet_limit=3)
    after(state, "d1-d2", "g7-g6")
    assert not state.is_terminal()
    assert after(state, "g1-f1").ranks() == [1, 4, 1, 1]
    assert state.outcome().text == (
        "No stone left the board in 3 actions: seats 0, 2 and 3 share the first place."
    )


@pytest.mark.parametrize("seed", [0, 2])
def test_between_greedy_bots_slow_games_last_where_quick_ones_are_over_at_once(seed, monkeypatch):
    monkeypatch.setattr(greedy, "PLAYOUTS", 1)
    assert between_greedy_bots("alquerque(ending=quick)", seed, 16).history_str() == "e3-d4 f3-e3"
    assert not between_greedy_bots("alquerque", seed, 16).is_terminal()


def between_greedy_bots(variant, seed, actions):
    """A game between four of them, as far as so many actions."""
    game = engine.parse_variant(variant)
    state, bots = game.new_initial_state(), [greedy.Greedy() for _ in range(4)]
    for seat, bot in enumerate(bots):
        bot.start(game, seat, random.Random(4 * seed + seat))
    while not state.is_terminal() and state.move_number() < actions:
        state.apply_action(bots[state.current_player()].choose(state, None))
    return state


# The quiet limit.


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_quiet_the_game_ends_after_so_many_actions_in_a_row(limit):
    state = position("d1 e1", "d7 e7", quiet_limit=limit, quiet=limit - 1)
    after(state, "d1-c1")
    assert state.outcome() == ("quiet", f"No stone left the board in {limit} actions: a draw.")
    assert state.ranks() == [1, 1]


@pytest.mark.parametrize(("text", "quiet"), [("d3xd5", 0), ("g1-f1!d3", 0)])
def test_quiet_a_capture_or_a_lost_stone_starts_the_count_anew(text, quiet):
    state = position("d3 g1", "d4 g7", quiet_limit=9, quiet=8)
    assert after(state, text).to_dict()["quiet"] == quiet


def test_quiet_is_looked_at_after_lost_stones_and_before_the_next_seats_turn():
    state = position(WALLS + " d1", "a1", quiet_limit=1)
    assert after(state, "d1-d2").outcome().reason == "quiet"
    state = position("d3", "d4", quiet_limit=1)
    assert after(state, "d3xd5").outcome().reason == "bare"


def test_quiet_teams_draw_and_quick_seats_rank_as_at_its_end():
    state = position("d1", "g4", "d7", "a4", mode="teams", quiet_limit=1)
    assert after(state, "d1-c1").ranks() == [1, 1, 1, 1]
    state = quick("d1", "g4", "d7", "a4", captured=[0, 2, 1, 1], quiet_limit=1)
    assert after(state, "d1-c1").ranks() == [4, 1, 2, 2]


# Whole games.


def test_random_games_end_for_every_reason_but_forfeits():
    reasons = {}
    for variant in WALKED:
        for seed in range(12):
            *_, last = random_walk(variant, seed)
            reasons.setdefault(variant, set()).add(last.outcome().reason)
    assert set().union(*reasons.values()) == {"bare", "stuck", "quiet"}
