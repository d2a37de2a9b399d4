import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import engine
from agents import samples
from agents.desk import cli, status
from agents.sandbox import SandboxUnavailable
from engine import record
from tests.agents.bot_texts import FIRST, bot

ROOT = Path(__file__).parents[3]
SEED = "ab" * 32


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user would, from the project's folder."""
    return subprocess.run(
        [sys.executable, "-m", "agents", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


@pytest.fixture
def write(tmp_path):
    """Write a bot's text to a file and return its path."""

    def write_bot(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return str(path)

    return write_bot


def test_a_series_prints_a_line_a_game_and_a_table():
    done = run("play", "kalah", "greedy", "random", "--games", "4", "--option", "seeds=4")

    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0].startswith("kalah(seeds=4), blitz")
    assert [line.split()[0] for line in lines[2:6]] == ["1", "2", "3", "4"]
    assert lines[-3].split()[:5] == ["games", "wins", "draws", "losses", "points"]
    table = [line.split() for line in lines[-2:]]
    assert [(row[0], row[1]) for row in table] == [("greedy", "4"), ("random", "4")]
    assert float(table[0][5]) + float(table[1][5]) == 4


def test_records_and_logs_are_saved_and_verify(tmp_path, write):
    loud = write("loud.py", bot("print('hello')\nreturn state.legal_actions()[0]"))
    folder = tmp_path / "records"
    done = run("play", "einstein", loud, "random", "--save", str(folder), "--seed", SEED)

    assert done.returncode == 0, done.stderr
    documents = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    assert [record.verify(document).ok for document in documents] == [True, True]
    assert [d["seats"][0]["name"] for d in documents] == ["loud", "random"]
    assert (folder / "game-0001-seat0.log").read_text().startswith("hello\n")


def test_the_same_seed_plays_the_same_series():
    command = ("play", "einstein", "random", "random", "--games", "3", "--seed", SEED)
    once, again = run(*command), run(*command)
    assert once.stdout.splitlines()[:5] == again.stdout.splitlines()[:5]


def test_blocks_after_the_first_start_from_an_opening(tmp_path):
    run("play", "kalah", "greedy", "random", "--games", "4", "--openings", "2", "--seed", SEED,
        "--save", str(tmp_path))  # fmt: skip

    documents = [json.loads(path.read_text()) for path in sorted(tmp_path.glob("*.json"))]
    opened = [record.opening(document) for document in documents]
    assert opened[:2] == [[], []]
    assert opened[2] == opened[3]
    assert len(opened[2]) == 2
    assert all(record.verify(document).ok for document in documents)


def throws(folder, *more):
    """What seat 0 throws in the two games of a block."""
    run("play", "einstein", "greedy", "greedy", "--seed", SEED, "--save", str(folder), *more)
    documents = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    assert [record.verify(document).ok for document in documents] == [True, True]
    return [
        [event["throw"] for event in document["events"] if "throw" in event and not event["seat"]]
        for document in documents
    ]


def test_each_game_has_dice_of_its_own_unless_one_asks_for_the_same(tmp_path):
    own, same = throws(tmp_path / "own"), throws(tmp_path / "same", "--same-dice")
    assert own[0][:3] != own[1][:3]
    assert same[0][:3] == same[1][:3]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["kalah", "--same-dice", "--first", "winner"], "--same-dice is for seats that alternate"),
        (["einstein", "--openings", "4"], "EinStein würfelt nicht has dice"),
    ],
)
def test_what_a_block_cannot_have_in_common_is_refused(capsys, arguments, said):
    assert cli.main(["play", *arguments[:1], "random", "random", *arguments[1:]]) == status.MISUSED
    assert said in capsys.readouterr().err


def test_a_limit_can_be_tried(write):
    greedy_for_memory = write("hungry.py", bot("bytearray(1 << 28)"))
    limited = run("play", "kalah", greedy_for_memory, "random", "--limit", "memory_bytes=128MiB")

    assert "hungry: memory: choose() raised MemoryError: the limit is 128 MiB." in limited.stdout


def test_a_limit_that_does_not_exist_is_refused():
    done = run("play", "kalah", "random", "random", "--limit", "speed=9")

    assert done.returncode == status.MISUSED
    assert done.stderr.startswith("--limit: There is no limit 'speed', only memory_bytes")


def test_a_fault_is_shown_with_its_traceback_and_the_series_goes_on(write):
    crashing = write("crashing.py", bot("1 / 0"))
    done = run("play", "kalah", crashing, "random", "--games", "2")

    assert done.returncode == 0
    assert done.stdout.count("crashing: crash: choose() raised ZeroDivisionError") == 2
    assert 'File "bot.py", line' in done.stdout


def test_two_bots_of_one_name_are_told_apart():
    done = run("play", "kalah", "random", "random")
    assert [line.split()[0] for line in done.stdout.splitlines()[-2:]] == ["random", "random#2"]


def test_check_accepts_a_good_bot(write):
    done = run("check", write("good.py", FIRST))
    assert done.returncode == 0
    games = ", ".join(info.id for info in engine.games())
    assert done.stdout.splitlines()[0] == f"Loaded. It plays {games}."
    assert done.stdout.splitlines()[-1] == "Accepted."


def test_check_refuses_a_bot_that_cannot_be_loaded(write):
    done = run("check", write("bad.py", "x = = 1"))
    assert done.returncode == 1
    assert done.stdout.startswith("Refused (startup) at loading it: importing bot.py raised Synt")


def test_check_refuses_a_bot_that_fails_in_a_game_with_the_event_and_its_log(write):
    text = bot("print('here')\nreturn 'A' if state.history() else state.legal_actions()[0]")
    done = run("check", write("bad.py", text))
    assert done.returncode == 1
    assert "Refused (illegal) at kalah, seat" in done.stdout
    assert "Allowed: " in done.stdout
    assert "\nhere\n" in done.stdout


def test_without_isolation_a_warning_is_printed(write):
    text = bot("return state.legal_actions()[0]", members='games = ["einstein"]')
    done = run("check", write("good.py", text), "--trusted")
    assert done.returncode == 0
    assert "without isolation" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "chess", "random", "random"), "no game 'chess': the games are kalah, einstein"),
        (("play", "kalah", "random"), "Kalah has 2 seats: name as many bots."),
        (("play", "kalah", "random", "nobody.py"), "nobody.py: No such file or directory."),
        (("play", "kalah", "random", "tests"), "tests is a folder: name its bot.py"),
        (("play", "kalah", "random", "random", "--option", "seeds=99"), "a whole number from 1 to"),
        (("play", "kalah", "random", "random", "--option", "beans=3"), "no option 'beans'"),
        (("check", "README"), "README: No such file or directory."),
        (("play", "kalah", "random", "random", "--save", "/dev/null/x"), "--save /dev/null/x: "),
    ],
)
def test_what_cannot_be_used_is_told(capsys, monkeypatch, arguments, said):
    monkeypatch.chdir(ROOT)
    assert cli.main(arguments) == status.MISUSED
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "required: play|check"),
        (("play", "kalah", "random", "random", "--games", "0"), "'0' is not a whole number"),
        (("play", "kalah", "random", "random", "--seed", "12"), "a seed is 64 hex digits"),
        (("play", "kalah", "random", "random", "--time", "slow"), "invalid choice: 'slow'"),
    ],
)
def test_arguments_that_cannot_be_read_are_told(capsys, arguments, said):
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == status.MISUSED
    assert said in capsys.readouterr().err


def test_a_damaged_zip_is_told(capsys, tmp_path):
    path = tmp_path / "bot.zip"
    path.write_bytes(b"PK no zip")
    assert cli.main(["check", str(path)]) == status.MISUSED
    assert f"{path}: The zip is damaged" in capsys.readouterr().err


def test_without_a_sandbox_it_refuses_and_says_what_is_missing(capsys, monkeypatch):
    def unavailable(**_):
        raise SandboxUnavailable("no-program", name="bwrap", package="bubblewrap")

    monkeypatch.setattr("agents.table.bench.begin", unavailable)
    assert cli.main(["play", "kalah", "random", "random"]) == status.FAILED
    said = capsys.readouterr().err
    assert "The program bwrap is missing" in said
    assert "--trusted" in said


def test_interrupting_ends_it_quietly(monkeypatch, capsys):
    def interrupt(**_):
        raise KeyboardInterrupt

    monkeypatch.setattr("agents.table.bench.begin", interrupt)
    assert cli.main(["play", "kalah", "random", "random"]) == status.INTERRUPTED
    assert capsys.readouterr().err == ""


def test_the_samples_are_short_enough_to_read():
    for name in samples.NAMES:
        assert 10 <= len(samples.read(name).splitlines()) <= 90


def test_an_unknown_sample_is_told():
    with pytest.raises(KeyError, match="the samples are random, greedy, search"):
        samples.read("best")


def test_python_finds_nothing_of_a_server_in_the_command_line():
    code = (
        "import sys, agents.desk.cli; print([m for m in ('django', 'celery') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env=dict(os.environ),
    )
    assert done.stdout == "[]\n"
