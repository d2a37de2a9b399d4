"""`kauri play`: the games of a seed are the same, however many are played at once."""

import itertools
import json

import pytest

from agents import house
from engine import record
from tournaments.kit.main import run

SEED = "cd" * 32


@pytest.fixture
def first(tmp_path):
    """A bot that takes the first action, and so plays the same again."""
    file = tmp_path / "first.py"
    file.write_text(
        "from agents.sdk import Bot\n\nclass First(Bot):\n"
        "    def choose(self, state, clock):\n        return state.legal_actions()[0]\n"
    )
    return str(file)


def events(folder):
    """What was done in each game of a folder, without times."""
    games = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    assert all(record.verify(game).ok for game in games)
    return [[deed(event) for event in game["events"]] for game in games]


def deed(event):
    return event["seat"], event.get("action"), event.get("throw")


def test_two_at_once_play_the_games_that_one_after_the_other_plays(first, tmp_path):
    folders = [tmp_path / name for name in ("one", "two", "inside")]
    given = ["play", "einstein", first, "random", "--games", "4", "--seed", SEED, "--save"]

    assert run([*given, str(folders[0])]) == 0
    assert run([*given, str(folders[1]), "--jobs", "2"]) == 0
    assert run([*given, str(folders[2]), "--in-process"]) == 0

    played = [events(folder) for folder in folders]
    assert len(played[0]) == 4
    assert played[0] == played[1] == played[2]


def test_a_script_reads_each_game_and_the_score(first, capsys):
    assert run(["play", "kalah", first, "random", "--json", "--time", "5+0.1"]) == 0

    head, *games, score = map(json.loads, capsys.readouterr().out.splitlines())
    assert head["variant"] == "kalah"
    assert [game["seats"] for game in games] == [["first", "random"], ["random", "first"]]
    assert sum(one["points"] for one in score["score"].values()) == 2
    assert (score["comparison"]["games"], score["comparison"]["low"]) == (2, None)


@pytest.mark.parametrize(("order", "sits"), [("winner", 1.0), ("loser", -1.0)])
def test_the_winner_or_the_loser_sits_first_in_the_next_game(order, sits, capsys):
    given = ["play", "einstein", "random", "greedy", "--games", "5", "--first", order]

    assert run([*given, "--in-process", "--json"]) == 0

    _head, *games, _score = map(json.loads, capsys.readouterr().out.splitlines())
    for last, following in itertools.pairwise(games):
        assert last["returns"][last["seats"].index(following["seats"][0])] == sits


def test_who_plays_without_a_sandbox_is_told(first, capsys):
    assert run(["play", "kalah", first, "random", "--in-process"]) == 0

    assert "without a sandbox and without limits" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["kalah", "random"], "name as many bots"),
        (["kalah", "random", "random", "--time", "5"], "'5' is no time control"),
        (["kalah", "random", "random", "--time", "0+1"], "bank must be more than 0"),
        (["kalah", "random", "random", "--seed", "ab"], "64 hex digits"),
        (["einstein", "random", "random", "--openings", "4"], "has dice"),
        (["kalah", "random", "random", "--first", "loser", "--jobs", "2"], "leave --jobs out"),
        (["einstein", "random", "random", "--first", "loser", "--same-dice"], "alternate"),
        (["kalah", "random", "random", "--limit", "size=4"], "no limit"),
        (["kalah", "random", "random", "--limit", "size=4", "--in-process"], "leave --limit out"),
    ],
)
def test_what_cannot_be_played_is_a_wrong_argument(given, why, capsys):
    assert run(["play", *given]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play", "tournament"])
def test_the_help_names_every_bot_that_comes_with_the_kit(command, capsys):
    assert run([command, "--help"]) == 0

    said = capsys.readouterr().out.split("come with the kit:")[1]
    assert sorted(said.replace(",", "").split()) == sorted(house.NAMES)
