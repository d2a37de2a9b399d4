"""What the recipes for Stable-Baselines3 and CleanRL leave: a bot that needs numpy alone.

PyTorch is not installed where the tests run. So the weights, and the logits that PyTorch computed
from them, come from a file: `ppo.npz` has both, for the observations in it.
"""

import importlib
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from agents.bots import archive
from tournaments.kit.main import run

pytestmark = pytest.mark.once

FOLDER = Path(__file__).parents[2] / "examples" / "ppo"
KEPT = Path(__file__).with_name("ppo.npz")
WEIGHTS = [f"arr_{number}" for number in range(6)]


@pytest.fixture
def folder(tmp_path):
    """The recipe's folder, with weights as a recipe writes them."""
    copied = tmp_path / "trained"
    shutil.copytree(FOLDER, copied)
    with np.load(KEPT) as kept:
        np.savez_compressed(copied / "weights.npz", *[kept[name] for name in WEIGHTS])
    return copied


def test_numpy_computes_what_pytorch_does(folder, monkeypatch):
    monkeypatch.syspath_prepend(folder)
    policy = importlib.import_module("policy")
    del sys.modules["policy"]

    with np.load(KEPT) as kept:
        own = policy.Policy.read(folder / "weights.npz").logits(kept["inputs"].astype(np.float32))
        assert own == pytest.approx(kept["logits"], abs=1e-4)


def test_it_is_a_folder_that_the_check_accepts(folder, capsys):
    assert archive.pack_folder(folder).names == ("bot.py", "policy.py", "weights.npz")
    assert run(["check", str(folder)]) == 0
    assert "Accepted." in capsys.readouterr().out


def test_it_has_learned_to_beat_random(folder, capsys):
    given = ["einstein", str(folder), "random", "--games", "100", "--in-process"]
    assert run(["play", *given, "--seed", "1" * 64, "--json"]) == 0

    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said[-1]["score"]["trained"]["wins"] >= 60
