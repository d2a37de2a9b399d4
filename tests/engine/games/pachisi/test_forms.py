"""The lines of docs/32-pachisi.md on dice, seats, teams, barriers and passing, one by one."""

import pytest

import engine
from tests.engine.games.pachisi.positions import HOME, barred, moves, position, teams, two_dice
from tests.engine.walks import after, legal_texts, played

# Two dice.


def test_two_dice_are_thrown_together_and_the_larger_is_written_first():
    state = played("pachisi(dice=2)", "b6 b1 b1 b1")
    weights = {state.action_to_string(o): weight for o, weight in state.chance_weights()}
    assert (weights["r5,5"], weights["r5,2"]) == (1, 2)
    assert (len(weights), sum(weights.values())) == (21, 36)
    with pytest.raises(engine.InvalidNotation):
        state.string_to_action("r2,5")


@pytest.mark.parametrize("dice", [1, 2])
def test_playouts_draw_throws_with_their_exact_weights(dice):
    state = position(dice=[]) if dice == 1 else played("pachisi(dice=2)", "b6 b1 b1 b1")
    faces = 6**dice
    drawn = [state._sample((number << 32) // faces + 1) for number in range(faces)]
    assert [drawn.count(outcome) for outcome, _ in state.chance_weights()] == [
        weight for _, weight in state.chance_weights()
    ]


def test_each_die_is_a_move_of_its_own_and_either_may_come_first():
    state = two_dice(5, 3, red=[12, 22])
    assert legal_texts(state) == ["r12+3", "r12+5", "r22+3", "r22+5"]
    after(state, "r12+3")
    assert state.dice() == [5]
    assert legal_texts(state) == ["r15+5", "r22+5"]
    assert after(state, "r15+5").chance_seat() == 1


def test_a_double_is_played_as_two_moves():
    state = after(two_dice(3, 3, red=[12, 20]), "r12+3")
    assert legal_texts(state) == ["r15+3", "r20+3"]


def test_a_die_that_cannot_be_played_lapses_and_the_order_is_free():
    state = two_dice(5, 2, red=[37, 42])
    assert legal_texts(after(state.clone(), "r42+2")) == ["r37+5"]
    after(state, "r37+2")
    assert state.chance_seat() == 1
    assert state.dice() == []


def test_where_one_die_alone_can_be_played_it_must_be():
    assert legal_texts(two_dice(5, 1, red=[40, 42])) == ["r40+1", "r42+1"]


def test_a_throw_with_a_six_throws_again_after_both_are_played_or_lapsed():
    assert after(two_dice(6, 2, red=[12]), "r0+6", "r1+2").chance_seat() == 0
    assert after(two_dice(6, 2, red=[38, 42, 43, 44]), "r38+2").chance_seat() == 0
    assert after(two_dice(red=[40, 42, 43, 44]), "r6,5").chance_seat() == 0


def test_the_duty_to_capture_is_judged_at_each_move_with_the_dice_left():
    state = two_dice(5, 3, red=[12, 22], blue=[7])
    assert legal_texts(state) == ["r12+3!r15", "r12+5", "r22+3!r12", "r22+5!r12"]
    assert legal_texts(after(state, "r12+5")) == ["r17+3", "r22+3"]


def test_the_piece_that_moved_may_be_the_one_lost_on_a_goal_square_too():
    state = two_dice(3, 1, red=[39, 20], blue=[30])
    assert "r39+3!r42" in legal_texts(state)
    assert after(state, "r39+3!r42").pieces(0) == [0, 20, 0, 0]


def test_of_two_pieces_together_the_one_that_moved_or_the_one_left_may_be_lost():
    state = two_dice(5, 3, red=[12, 12], blue=[7], barriers=True)
    assert legal_texts(state) == ["r12+3!r12", "r12+3!r15", "r12+5"]
    assert sorted(after(state.clone(), "r12+3!r12").pieces(0)) == [0, 0, 0, 15]
    assert sorted(after(state.clone(), "r12+3!r15").pieces(0)) == [0, 0, 0, 12]


def test_the_three_tries_count_throws_of_both_dice():
    state = after(two_dice(), "r5,4", "r3,2")
    assert state.chance_seat() == 0
    assert after(state, "r5,5").chance_seat() == 1


def test_a_die_left_when_the_last_own_piece_comes_home_plays_the_partners():
    state = after(two_dice(3, 1, red=[40, 42, 43, 44], yellow=[5], mode="teams"), "r40+1")
    assert legal_texts(state) == ["y5+3"]


def test_the_die_left_over_when_the_game_is_won_lapses():
    state = after(two_dice(3, 1, red=[40, 42, 43, 44]), "r40+1")
    assert state.ranks() == [1, 2, 2, 2]
    assert state.dice() == []


# Two seats with two colours each.


def test_in_two_the_seats_alternate_and_a_throw_moves_a_piece_of_either_colour():
    state = position(mode="two", red=[12], yellow=[3], dice=[5])
    assert legal_texts(state) == ["r12+5", "y3+5"]
    after(state, "y3+5", "r6")
    assert legal_texts(state) == ["b0+6", "g0+6"]
    assert after(state, "g0+6", "r1", "g1+1").chance_seat() == 0


def test_in_two_all_eight_pieces_must_come_home():
    state = position(mode="two", red=[40, 42, 43, 44], yellow=[40, 42, 43, 44], dice=[1])
    after(state, "r40+1")
    assert not state.is_terminal()
    after(state, "r5", "r5", "r5", "r1", "y40+1")
    assert state.returns() == [1.0, -1.0]


def test_in_two_tries_are_judged_by_both_colours():
    assert after(position(mode="two", red=[42], yellow=[40]), "r5").chance_seat() == 1
    assert after(position(mode="two", red=[42], yellow=[43]), "r5").chance_seat() == 0


# Teams.


def test_partners_do_not_capture_each_other_and_may_share_a_square():
    state = after(teams(red=[12], yellow=[37], dice=[5]), "r12+5")
    assert state.pieces(0)[0] == 17
    assert state.pieces(2)[0] == 37


def test_at_most_two_pieces_share_a_square():
    assert legal_texts(teams(red=[12, 17], yellow=[37], dice=[5])) == ["r17+5"]
    shared = teams(red=[17], yellow=[37, 32], turn=2, dice=[5])
    assert legal_texts(shared) == ["y37+5"]
    both = teams(red=[12, 17], yellow=[37], dice=[5], barriers=True)
    assert legal_texts(both) == ["r17+5"]


def test_partners_on_one_square_block_nobody_but_an_opponent_may_not_land_there():
    shared = {"red": [17], "yellow": [37], "blue": [2], "turn": 1}
    assert legal_texts(teams(dice=[6], **shared)) == ["b0+6", "b2+6"]
    assert legal_texts(teams(dice=[6], barriers=True, **shared)) == ["b0+6"]
    assert after(teams(**shared), "r5").chance_seat() == 2


def test_a_seat_whose_own_pieces_are_home_plays_its_partners_with_its_own_throws():
    state = teams(red=HOME, yellow=[5], blue=[9])
    assert legal_texts(after(state, "r3")) == ["y5+3"]
    assert after(state, "y5+3").chance_seat() == 1
    assert legal_texts(after(state, "r1", "b9+1", "r2")) == ["y8+2"]


def test_its_tries_are_then_judged_by_those_pieces():
    assert after(teams(red=HOME, yellow=[40]), "r5").chance_seat() == 1
    assert after(teams(red=HOME, yellow=[41]), "r5", "r5").chance_seat() == 0


def test_its_duty_to_capture_too():
    assert legal_texts(teams(red=HOME, yellow=[5, 9], blue=[20], dice=[5])) == ["y5+5", "y9+5!y5"]


def test_the_team_wins_when_all_eight_are_home():
    state = after(teams(red=[40, 42, 43, 44], yellow=[42], dice=[1]), "r40+1")
    assert not state.is_terminal()
    state = after(teams(red=HOME, yellow=[40, 42, 43, 44], dice=[1]), "y40+1")
    assert state.ranks() == [1, 3, 1, 3]
    assert state.returns() == [1.0, -1.0, 1.0, -1.0]
    assert state.outcome().text == "Seats 0 and 2 win: both colours are home."


# Barriers.


def test_two_pieces_of_a_colour_may_share_a_square_but_not_three():
    assert "r12+5" in barred(red=[12, 17], dice=[5])
    assert barred(red=[12, 17, 17], dice=[5]) == ["r17+5"]
    assert "r0+6" in barred(red=[1], dice=[6])
    assert "r0+6" not in barred(red=[1, 1], dice=[6])


def test_no_piece_passes_a_barrier_not_even_its_owners():
    assert barred(red=[12, 14, 14], dice=[5]) == ["r14+5"]
    assert barred(red=[15, 15, 30], blue=[2], turn=1, dice=[6]) == ["b0+6"]
    assert barred(red=[38, 39, 39], dice=[4]) == ["r39+4"]


def test_no_piece_lands_on_a_barrier():
    assert barred(red=[17, 17], blue=[2, 20], turn=1, dice=[5]) == ["b20+5"]
    assert barred(red=[12], green=[11, 11], dice=[6]) == ["r12+6"]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_a_barrier_is_lifted_when_one_of_its_pieces_moves_on_with_any_number(number):
    state = position(red=[14, 14], blue=[2], dice=[number], barriers=True)
    after(state, f"r14+{number}")
    assert state.pieces(0)[:2] == [14 + number, 14]
    assert "b2+3" in legal_texts(position(red=[14], blue=[2], turn=1, dice=[3], barriers=True))


def test_partners_form_a_barrier_together_and_the_two_colours_of_a_seat_do_not():
    assert moves(mode="teams", barriers=True, red=[12, 17], yellow=[37], dice=[6]) == [
        "r0+6",
        "r17+6",
    ]
    assert barred(mode="two", red=[12], yellow=[37], dice=[5]) == ["y37+5"]


# Passing.


def test_with_passing_a_seat_that_can_move_may_sit_out():
    state = position(red=[12], dice=[5], passing=True)
    assert legal_texts(state) == ["r12+5", "pass"]
    after(state, "pass")
    assert state.pieces(0) == [12, 0, 0, 0]
    assert state.chance_seat() == 1


def test_a_seat_that_cannot_move_has_no_choice():
    assert after(position(red=[40], passing=True), "r5").chance_seat() == 1


def test_sitting_out_gives_up_the_other_die_the_further_throw_and_the_tries():
    assert after(position(red=[12], dice=[6], passing=True), "pass").chance_seat() == 1
    assert after(two_dice(6, 5, red=[12], passing=True), "r12+6", "pass").chance_seat() == 1
    state = after(position(red=[41], passing=True), "r5", "r2", "pass")
    assert state.chance_seat() == 1
    assert state.to_dict()["tries"] == 0


def test_declining_a_capture_costs_a_piece():
    state = position(red=[12], blue=[7], dice=[5], passing=True)
    assert legal_texts(state) == ["r12+5", "pass!r12"]
    assert after(state, "pass!r12").pieces(0) == [0, 0, 0, 0]
    state = position(mode="two", red=[5], blue=[31], green=[31], dice=[6], passing=True)
    assert legal_texts(state)[-2:] == ["pass!r0", "pass!y0"]


def test_declining_a_forced_capture_is_not_allowed():
    options = {"passing": True, "capture": "forced"}
    assert moves(red=[12], blue=[7], dice=[5], **options) == ["r12+5"]
    assert moves(red=[12], dice=[5], **options) == ["r12+5", "pass"]
