"""Policies of other libraries, as the processes of `kauri connect` let them play."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from agents.bots import archive
from tournaments.kit import remote
from tournaments.kit.main import run

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "remote-policy"
SEARCH = EXAMPLES / "openspiel_search.py"


@pytest.fixture
def trained(tmp_path):
    """The folder of the policy, trained in the environment for a moment."""
    folder, recipe = tmp_path / "policy", EXAMPLES / "gymnasium_training.py"
    subprocess.run(
        [sys.executable, str(recipe), str(folder), "--episodes", "600"],
        env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=True,
    )  # fmt: skip
    return folder


def turn_of(variant):
    """The first turn of a game, as the site's stream sends it."""
    state = engine.parse_variant(variant).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    clock = {"remaining": 10.0, "increment": 0.1, "per_action": 3.0}
    fields = {"game": variant, "seat": state.current_player(), "variant": variant, "clock": clock}
    return state, json.loads(json.dumps(fields | {"state": state.view(state.current_player())}))


@pytest.mark.parametrize("variant", ["kalah", "einstein(setup=random)"])
def test_a_search_of_openspiel_takes_its_turn(variant):
    packed = archive.pack("bot.py", SEARCH.read_bytes()).data
    state, turn = turn_of(variant)

    assert remote.warm(packed, 1, variant) == ""
    thought = remote.think(packed, 1, turn, frozenset([variant]))

    assert thought.failure == ""
    assert state.string_to_action(thought.action) in state.legal_actions()


def test_a_search_of_openspiel_beats_random(capsys):
    given = ["kalah", str(SEARCH), "random", "--games", "4", "--in-process", "--seed", "1" * 64]
    assert run(["play", *given, "--json"]) == 0

    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said[-1]["score"]["openspiel_search"]["wins"] >= 3


def test_a_policy_trained_in_the_environment_takes_its_turn_and_beats_random(trained, capsys):
    packed = archive.pack_folder(trained).data
    state, turn = turn_of("kalah")
    thought = remote.think(packed, 1, turn, frozenset(["kalah"]))
    assert thought.failure == ""
    assert state.string_to_action(thought.action) in state.legal_actions()

    given = ["kalah", str(trained), "random", "--games", "100", "--in-process"]
    assert run(["play", *given, "--seed", "1" * 64, "--json"]) == 0

    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said[-1]["score"]["policy"]["wins"] >= 60
