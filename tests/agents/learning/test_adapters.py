"""PettingZoo's and OpenSpiel's own suites find nothing wrong with the games."""

import warnings

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, seed_test

import engine
from agents.learning import spiel
from agents.learning.aec import KauriAEC

SHORT = [
    "kalah(pits=3,quiet_limit=20)", "einstein", "pachisi(mode=two,turn_limit=40)",
    "ashte-kashte(seats=3,turn_limit=40)", "alquerque(mode=two,quiet_limit=5)",
]  # fmt: skip
"""A variant of each game whose games are short."""


@pytest.fixture(autouse=True)
def _their_warnings():
    """Their suites warn of what they cannot know, such as that bytes are no pictures."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("variant", SHORT)
def test_pettingzoos_suites_pass(variant):
    api_test(KauriAEC(variant), num_cycles=12)
    seed_test(lambda: KauriAEC(variant), num_cycles=6)


def test_a_game_of_pettingzoo_ends_with_the_returns_of_the_seats():
    env = KauriAEC("einstein", render_mode="ansi")
    env.reset(seed=3)
    totals = dict.fromkeys(env.possible_agents, 0.0)

    for agent in env.agent_iter():
        seen, reward, ended, _cut, _info = env.last()
        totals[agent] += reward
        env.step(None if ended else int(np.flatnonzero(seen["action_mask"])[0]))

    assert sorted(totals.values()) == [-1.0, 1.0]
    assert "a" in env.render()


def test_who_is_not_to_act_has_an_empty_mask_and_sees_nothing_hidden():
    seen = []
    for code in (18, 300):
        env = KauriAEC("einstein(setup=chosen)")
        env.reset(seed=1)
        env.step(code)
        seen.append(env.observe("seat_1")["observation"].tobytes())

    assert seen[0] == seen[1]
    assert not env.observe("seat_0")["action_mask"].any()
    with pytest.raises(engine.IllegalAction, match="code 3 is not allowed"):
        env.step(3)


@pytest.mark.parametrize("variant", SHORT)
def test_openspiels_random_simulation_passes(variant):
    pyspiel.random_sim_test(spiel.load(variant), num_sims=1, serialize=False, verbose=False)


def test_openspiel_loads_registered_games_with_their_options():
    names = spiel.register()
    assert spiel.register() == names

    game = pyspiel.load_game("kauri_kalah(pits=4,seeds=2)")

    assert names[0] == "kauri_kalah"
    assert set(names) <= set(pyspiel.registered_names())
    assert game.num_distinct_actions() == 4
    assert game.new_initial_state().legal_actions() == [0, 1, 2, 3]


def test_openspiels_environment_for_learners_steps_through_a_game():
    env = rl_environment.Environment(spiel.load("einstein"))
    env.seed(7)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        allowed = step.observations["legal_actions"][player]
        step = env.step([allowed[0]])

    assert sorted(step.rewards) == [-1.0, 1.0]


def test_openspiels_tree_search_plays_a_game():
    game = spiel.load("kalah(pits=2,seeds=2)")
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 8, evaluator, random_state=np.random.RandomState(2))
    while not state.is_terminal():
        state.apply_action(bot.step(state))

    assert sum(state.returns()) == 0
