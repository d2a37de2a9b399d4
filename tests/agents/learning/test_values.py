"""A value function learns from games against itself, and from equal seeds the same."""

import random

import numpy as np
import pytest

import engine
from agents import house
from agents.learning import values
from agents.learning.values import Plan, learn
from agents.values import editions, store

pytestmark = pytest.mark.once


def test_equal_seeds_give_equal_weights():
    game = engine.parse_variant("einstein")
    first, again, other = (learn(game, Plan(2, 10, 0.7), seed).network for seed in (1, 1, 2))
    pairs = [*zip(first.weights, again.weights, strict=True)]
    assert all((one == two).all() for one, two in pairs)
    assert (first.weights[0] != other.weights[0]).any()


def test_after_some_rounds_it_expects_better_than_before():
    game, rng = engine.parse_variant("einstein"), random.Random(1)
    untaught, taught = (learn(game, plan, 1) for plan in (Plan(1, 1, 0.6), Plan(15, 60, 0.6)))
    games = [glanced(game, rng) for _ in range(100)]
    assert brier(taught, games) < brier(untaught, games) - 0.003 < 0.24


def glanced(game, rng):
    """The positions of a game of two house bots, which look one action ahead; and the end."""
    state, bots = game.new_initial_state(), [house.kind("einstein-glance")() for _ in range(2)]
    for seat, bot in enumerate(bots):
        bot.start(game, seat, rng)
    states = [state.clone()]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            state.apply_action(bots[state.current_player()].choose(state, None))
        states.append(state.clone())
    return states


def brier(function, games):
    """The mean square of half the difference between what was expected and what came."""
    errors = [
        (np.array(function.values(states[2:-1]))[:, 0] - states[-1].returns()[0]) / 2
        for states in games
    ]
    return float(np.mean(np.concatenate(errors) ** 2))


def test_the_command_writes_a_function_with_its_origin(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(values.PLANS, "kalah", Plan(1, 4, 0.9))
    values.main(["kalah", "--seed", "5", "--version", "3", "--folder", str(tmp_path)])
    sha256, name = capsys.readouterr().out.split()
    assert editions.hashes(tmp_path) == {name: sha256}
    content = (tmp_path / f"{name}.bin").read_bytes()
    assert b'"origin":{"seed":5,"games":4,"decay":0.9}' in content.partition(b"\n")[0]
    game = engine.parse_variant("kalah")
    assert store.read(game, content).value(game.new_initial_state())
