"""The recipe of AlphaZero's search: it learns, and ends as a bot that a site accepts."""

import importlib
import shutil
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

import engine
from agents.bots import archive
from tournaments.kit.main import run

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "alphazero"


@pytest.fixture
def recipe(monkeypatch):
    """Its two modules."""
    monkeypatch.syspath_prepend(FOLDER)
    yield importlib.import_module("search"), importlib.import_module("train")
    for name in ("search", "train"):
        del sys.modules[name]


def test_what_it_trains_is_a_folder_that_the_check_accepts(tmp_path, capsys):
    folder = tmp_path / "alphazero"
    shutil.copytree(FOLDER, folder)
    given = ["--rounds", "1", "--games", "4", "--simulations", "6", "--variant", "kalah(seeds=1)"]

    subprocess.run(
        [sys.executable, str(folder / "train.py"), *given],
        env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=True,
    )  # fmt: skip

    assert archive.pack_folder(folder).names == ("bot.py", "search.py", "weights.npz")
    assert run(["check", str(folder)]) == 0
    assert "Accepted." in capsys.readouterr().out


def test_the_search_finds_what_an_ignorant_network_does_not_know(recipe):
    search, _train = recipe
    game = engine.load_game("kalah", pits=3, seeds=2)
    network = search.Network.random(game, 8, np.random.default_rng(1))
    state = game.new_initial_state()
    while not state.is_terminal():
        tree = search.Tree(state)
        for _ in range(400):
            logits, returns = network.judge([tree.leaf()])
            tree.grow(logits[0], returns[0])
        best = solved(state, state.current_player())
        assert solved(state.child(tree.best()), state.current_player()) == best
        state.apply_action(tree.best())


def solved(state, seat):
    """What a seat gets if everybody plays their best."""
    if state.is_terminal():
        return state.player_return(seat)
    values = [solved(state.child(action), seat) for action in state.legal_actions()]
    return max(values) if state.current_player() == seat else min(values)


def test_what_is_learned_expects_the_results_of_later_games(recipe):
    search, train = recipe
    game, rng = engine.load_game("kalah", pits=3, seeds=2), np.random.default_rng(1)
    network = search.Network.random(game, 32, rng)
    adam, rounds = train.Adam(network), []
    size = Namespace(games=16, simulations=12)
    for _ in range(6):
        rounds.append(train.play(network, game, size, rng))
        for _ in range(20):
            train.study(adam, rounds, rng)

    inputs, targets, returns = train.play(network, game, size, rng)
    _hidden, logits, expected = network.forward(inputs)
    assert np.mean((expected - returns) ** 2) < 0.9 * np.mean(returns**2)
    # Among the actions that were looked at, the network's first choice is a good one.
    assert targets[np.arange(len(targets)), logits.argmax(axis=1)].mean() > 1 / 3
