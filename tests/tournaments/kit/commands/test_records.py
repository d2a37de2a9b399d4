"""`kauri verify`, `kauri replay` and `kauri perft`."""

import json
import re

import pytest

from engine import load_game
from tests.tournaments.kit.records import played
from tournaments.kit.main import run


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played("kalah")))
    return path


def test_a_record_that_holds_is_said_to_hold(record, capsys):
    status = run(["verify", str(record)])

    assert (status, capsys.readouterr().out) == (
        0,
        f"{record}: ok: rules, dice and result hold ({len(played('kalah')['events'])} events)\n",
    )


def test_one_record_of_several_that_does_not_hold_is_refused(record, tmp_path, capsys):
    wrong = played("kalah")
    wrong["result"]["returns"].reverse()
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(wrong))

    status = run(["verify", str(forged), str(record), "--json"])

    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 1
    assert [one["ok"] for one in said] == [False, True]


@pytest.mark.parametrize("text", ["", "[1]", '"{0}"', "{}", '{"variant": 7}'])
def test_what_is_no_record_is_refused(text, tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text(text)

    assert run(["verify", str(path)]) == 1
    assert capsys.readouterr().out.startswith(f"{path}: refused")


def test_a_file_that_is_not_there_is_a_wrong_argument(capsys):
    assert run(["verify", "nothing.json"]) == 2
    assert "'nothing.json' does not exist" in capsys.readouterr().err


def test_positions_are_counted_after_what_is_played_first(capsys):
    status = run(["perft", "kalah", "--depth", "2", "--after", "A", "--json"])

    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert status == 0
    start = load_game("kalah").new_initial_state()
    after = start.child(start.string_to_action("A"))
    children = [after.child(action) for action in after.legal_actions()]
    assert [(one["depth"], one["positions"]) for one in said] == [
        (1, len(children)),
        (2, sum(len(child.legal_actions()) for child in children)),
    ]


def test_a_game_that_is_not_there_is_a_wrong_argument(capsys):
    assert run(["perft", "chess"]) == 2
    assert "chess" in capsys.readouterr().err


def test_a_replay_tells_each_event_and_the_board_after_it(record, capsys):
    assert run(["replay", str(record)]) == 0

    said = capsys.readouterr().out
    events = json.loads(record.read_text())["events"]
    assert re.findall(r"^ +\d+  (?:one|other): action (\w+)", said, re.MULTILINE) == [
        event["action"] for event in events
    ]
    assert said.count("    A  B  C  D  E  F\n") == len(events) + 1


def test_a_script_reads_a_replay_event_by_event(record, capsys):
    assert run(["replay", str(record), "--json"]) == 0

    start, *events, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert start["board"] == str(load_game("kalah").new_initial_state())
    assert [event["event"] for event in events] == list(range(1, len(events) + 1))
    assert end["result"] == json.loads(record.read_text())["result"]


def test_a_page_that_cannot_be_written_is_a_wrong_argument(record, capsys):
    assert run(["replay", str(record), "--html", "/nowhere/game.html"]) == 2
    assert "/nowhere/game.html" in capsys.readouterr().err
