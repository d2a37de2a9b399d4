"""`kauri reproduce`: a planted crash is found at its event, without the opponent."""

import io
import json
import re

import pytest

from tournaments.kit.main import run

FIRST = (
    "from agents.sdk import Bot\n\nclass First(Bot):\n"
    "    def choose(self, state, clock):\n        return state.legal_actions()[0]\n"
)
PLANTED = "        print('here')\n        assert len(state.history()) < 9\n"
CRASH = FIRST.replace("        return", f"{PLANTED}        return")


@pytest.fixture
def record(tmp_path):
    """The record of a game that a bot lost by its crash, against one that draws by lot."""
    (tmp_path / "crash.py").write_text(CRASH)
    given = ["play", "kalah", str(tmp_path / "crash.py"), "random", "--games", "1", "--in-process"]
    assert run([*given, "--seed", "ab" * 32, "--save", str(tmp_path), "--time", "7+0.5"]) == 0
    return tmp_path / "game-0001.json"


def told(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_planted_crash_is_found_at_its_event(record, capsys):
    crash = json.loads(record.read_text())["events"]
    ply = next(n for n, event in enumerate(crash, start=1) if "forfeit" in event)
    capsys.readouterr()

    assert run(["reproduce", str(record), str(record.with_name("crash.py")), "--json"]) == 1

    asked, fault = told(capsys)
    assert fault["code"] == "fails-again"
    assert (fault["params"]["ply"], fault["params"]["kind"]) == (ply, "crash")
    assert "assert len(state.history()) < 9" in fault["texts"][0]
    assert fault["texts"][1].count("here") == asked["asked"] + 1


@pytest.mark.parametrize(("given", "bank"), [([], "7.0"), (["--time", "bullet"], "2.0")])
def test_the_clock_is_that_of_the_record_unless_told_otherwise(record, given, bank, capsys):
    told_time = record.with_name("told.py")
    told_time.write_text(
        FIRST.replace("return state.legal_actions()[0]", "raise ValueError(clock.remaining)")
    )
    capsys.readouterr()

    assert run(["reproduce", str(record), str(told_time), *given]) == 1

    assert f"ValueError: {bank}" in capsys.readouterr().out


def test_a_crash_is_looked_at_in_the_debugger(record, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("p len(state.history())\nq\n"))

    assert run(["reproduce", str(record), str(record.with_name("crash.py")), "--pdb"]) == 1

    said = capsys.readouterr().out
    assert re.search(r"-> assert len\(state.history\(\)\) < 9\n\(Pdb\) \d+\n", said)
    assert "it fails (crash)" in said


def test_an_answer_is_gone_through_line_by_line(record, capsys, monkeypatch):
    mended = record.with_name("mended.py")
    mended.write_text(FIRST)
    events = json.loads(record.read_text())["events"]
    own = [number for number, event in enumerate(events, start=1) if event["seat"] == 0]
    monkeypatch.setattr("sys.stdin", io.StringIO("p len(state.history())\nc\n"))

    assert run(["reproduce", str(record), str(mended), "--at", str(own[1])]) == 1

    said = capsys.readouterr().out
    assert said.count("(Pdb)") == 2
    assert f"(Pdb) {own[1] - 1}\n" in said


def test_who_leaves_the_debugger_has_interrupted_the_command(record, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))

    assert run(["reproduce", str(record), str(record.with_name("crash.py")), "--at", "1"]) == 130


def test_a_bot_that_was_mended_differs_where_it_crashed(record, capsys):
    mended = record.with_name("mended.py")
    mended.write_text(FIRST)
    capsys.readouterr()

    assert run(["reproduce", str(record), str(mended), "--json"]) == 1

    _asked, difference = told(capsys)
    assert (difference["code"], difference["params"]["then"]) == ("differs", "crash")


def test_a_bot_that_answers_as_it_did_is_well(record, capsys):
    """The other seat drew by lot, from its own seed."""
    capsys.readouterr()

    assert run(["reproduce", str(record), "random", "--seat", "1", "--json"]) == 0

    assert [one["asked"] > 0 for one in told(capsys)] == [True]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["nothing.json", "random"], "nothing.json"),
        (["{record}", "random", "--seat", "2"], "0 to 1"),
        (["{record}", "random", "--pdb", "--json"], "leave --json out"),
    ],
)
def test_what_cannot_be_asked_again_is_a_wrong_argument(record, given, why, capsys):
    arguments = [str(record) if one == "{record}" else one for one in given]

    assert run(["reproduce", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_a_record_that_does_not_hold_is_named(record, capsys):
    forged = json.loads(record.read_text())
    forged["result"]["returns"].reverse()
    record.write_text(json.dumps(forged))

    assert run(["reproduce", str(record), "random"]) == 2
    assert "is no record" in capsys.readouterr().err


def test_a_game_of_the_same_bots_is_identical(record, capsys):
    bots = [str(record.with_name("crash.py")), "random"]
    capsys.readouterr()

    assert run(["rerun", str(record), *bots, "--trusted"]) == 0
    assert capsys.readouterr().out.startswith("identical (")


def test_a_game_that_goes_otherwise_is_shown_where_it_does(record, capsys):
    record.with_name("mended.py").write_text(FIRST)
    capsys.readouterr()

    assert run(["rerun", str(record), str(record.with_name("mended.py")), "random", "--json"]) == 1

    (again,) = told(capsys)
    assert again["identical"] is False
    assert again["actions"] > 0


@pytest.mark.parametrize("text", ["no JSON", "[]", "{}", json.dumps({"format": 1})])
def test_what_is_no_record_is_not_played_again(tmp_path, capsys, text):
    (tmp_path / "x.json").write_text(text)

    assert run(["rerun", str(tmp_path / "x.json"), "random", "random"]) == 2
    assert "x.json is no record: " in capsys.readouterr().err
