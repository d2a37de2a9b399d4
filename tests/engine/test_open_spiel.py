"""Search written for OpenSpiel's Python API runs on our games and states as it is."""

import numpy as np
import pytest
from open_spiel.python.algorithms import mcts, minimax

import engine
from tests.engine.walks import played

KALAH, EINSTEIN = "kalah(pits=3,seeds=2)", "einstein(setup=fixed)"


def best_value(state, seat, depth):
    """Plain expectiminimax, to compare with; throws do not count as depth."""
    if state.is_terminal() or depth == 0:
        return state.player_return(seat)
    if state.is_chance_node():
        return sum(p * best_value(state.child(o), seat, depth) for o, p in state.chance_outcomes())
    choose = max if state.current_player() == seat else min
    return choose(best_value(state.child(a), seat, depth - 1) for a in state.legal_actions())


def einstein(row_0, row_1, roll):
    """A position of EinStein in which seat 0 moves."""
    game = engine.parse_variant(EINSTEIN)
    rows = [row + [None] * (6 - len(row)) for row in (row_0, row_1)]
    document = game.new_initial_state().to_dict() | {"stones": rows, "roll": roll}
    return game.state_from_dict(document | {"player": 0, "turn": 0})


def test_alpha_beta_search_finds_the_value_of_a_whole_game():
    game = engine.parse_variant("kalah(pits=2,seeds=2)")
    value, action = minimax.alpha_beta_search(game)

    assert value == best_value(game.new_initial_state(), 0, 99)
    assert best_value(game.new_initial_state().child(action), 0, 99) == value


def test_alpha_beta_search_cut_at_a_depth_asks_its_value_function():
    state = played(KALAH, "A")
    value, _ = minimax.alpha_beta_search(
        state.get_game(),
        state=state,
        value_function=lambda reached: reached.store(0) - reached.store(1),
        maximum_depth=3,
        maximizing_player_id=0,
    )

    assert isinstance(value, int)


def test_expectiminimax_weighs_the_throws():
    state = einstein(["c2", "b3"], ["c4", "b4"], 1)
    value, action = minimax.expectiminimax(
        state, 4, lambda reached: reached.player_return(0), maximizing_player_id=0
    )

    assert -1 < value < 1
    assert value == pytest.approx(best_value(state, 0, 4))
    assert best_value(state.child(action), 0, 3) == pytest.approx(value)


@pytest.mark.parametrize("variant", [KALAH, EINSTEIN])
def test_a_monte_carlo_bot_plays_a_whole_game(variant):
    game = engine.parse_variant(variant)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()) if chance else bot.step(state))

    assert sum(state.returns()) == 0


def test_a_monte_carlo_bot_finds_the_winning_step():
    state = einstein(["e2"], ["a1", "b5"], None)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(
        state.get_game(),
        2.0,
        200,
        mcts.RandomRolloutEvaluator(1, rng),
        random_state=rng,
        solve=True,
    )

    assert state.action_to_string(bot.step(state)) == "1-e1"


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8])
def test_numpys_integers_are_actions(kind):
    state = engine.parse_variant(KALAH).new_initial_state()
    state.apply_action(kind(2))

    assert state.history_str() == "C"
    assert type(state.history()[0]) is int
