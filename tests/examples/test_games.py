"""The games of examples/ keep every promise, and a site and its sandboxes know them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = {"nim": "nim-perfect", "morris": "morris-alphabeta", "liars-dice": "liars-dice-odds"}
"""By its id, the house bot of each."""


def package(game_id):
    return ROOT / "examples" / game_id / f"kauri_{game_id.replace('-', '_')}"


def run(*arguments, games=""):
    """What a program says that knows these games."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "KAURI_GAMES": games, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_keeps_every_promise(game_id):
    assert "keeps every promise" in run("-m", "kauri", "conform", package(game_id))


@pytest.mark.parametrize("game_id", ["nim", "morris"])
def test_its_house_bot_beats_random_in_sandboxes(game_id):
    """By a seed, since in Nim a random bot plays perfectly once in some hundred games."""
    series = ("play", game_id, GAMES[game_id], "random", "--time", "2+0", "--seed", "1" * 64)
    said = run("-m", "kauri", *series, "--json", games=str(package(game_id)))
    games = [one for one in map(json.loads, said.splitlines()) if "returns" in one]

    assert [dict(zip(one["seats"], one["returns"], strict=True)) for one in games] == 2 * [
        {GAMES[game_id]: 1.0, "random": -1.0}
    ]
    assert [one["faults"] for one in games] == 2 * [[None, None]]


SHIPPED = """
import django; django.setup()
from tournaments.queries import shipped
from agents import house
from agents.bots import checks
print(shipped.VARIANTS[-1].name, shipped.HOUSE_BOTS[-1].code, house.NAMES[-1], checks.MODES[-1])
from django.utils import translation
with translation.override("de"):
    print(translation.gettext(shipped.VARIANTS[-1].name))
"""


def test_a_site_that_switches_a_game_on_has_its_leaderboard_bots_and_german(monkeypatch):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tournaments.settings")

    said = run("-c", SHIPPED, games=str(package("morris")))

    assert said == "Nine Men's Morris morris-alphabeta morris-alphabeta morris\nMühle\n"
