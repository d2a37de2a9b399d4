"""`kauri dev`: each save is checked and measured, and no state of the files ends it."""

import json

import pytest

from agents.bots import checks
from tournaments.kit.commands import developing
from tournaments.kit.main import run

BOT = (
    "from kauri.sdk import Bot\n\nclass First(Bot):\n    games = ['kalah']\n\n"
    "    def choose(self, state, clock):\n        return state.legal_actions()[{place}]\n"
)


@pytest.fixture
def saves(monkeypatch, tmp_path):
    """What is saved while the command waits, one step at a time; then somebody types Ctrl-C."""
    monkeypatch.setattr(checks, "MODES", ("kalah(pits=3,seeds=2)",))
    steps = []

    def wait(_seconds):
        if not steps:
            raise KeyboardInterrupt
        steps.pop(0)()

    monkeypatch.setattr(developing.time, "sleep", wait)
    return steps


def test_each_save_is_checked_and_measured_against_the_one_before(saves, tmp_path, capsys):
    file = tmp_path / "bot.py"
    file.write_text(BOT.format(place=0))
    saves += [
        lambda: None,
        lambda: file.write_text(BOT.format(place="'A'")),
        file.unlink,
        lambda: None,
        lambda: file.write_text(BOT.format(place=-1)),
    ]

    assert run(["dev", str(file), "--games", "4", "--json"]) == 130

    first, refused, gone, second, score = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first, second) == ({}, {})
    assert (refused["code"], gone["code"]) == ("refused", "no-bot")
    assert set(score["score"]) == {"bot", "bot before"}
    assert score["comparison"]["games"] == 4


def test_a_game_for_four_is_played_by_both_in_turns(saves, tmp_path, capsys):
    file = tmp_path / "bot.py"
    file.write_text(BOT.format(place=0).replace("['kalah']", "['pachisi']"))
    saves += [lambda: file.write_text(file.read_text() + "\n")]
    short = ["--games", "1", "--game", "pachisi(turn_limit=3)"]

    assert run(["dev", str(file), *short]) == 130
    assert "bot before" in capsys.readouterr().out
