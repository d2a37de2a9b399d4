"""`kauri play` for people: its lines, what it saves, limits, faults, and wrong arguments."""

import json

import pytest

from agents.desk import status
from agents.sandbox import SandboxUnavailable
from engine import record
from tests.agents.bot_texts import bot
from tournaments.kit.main import run

SEED = "ab" * 32


@pytest.fixture
def write(tmp_path):
    """Write a bot's text to a file and return its path."""

    def write_bot(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write_bot


def documents(folder):
    """The records of a folder, all of which hold."""
    found = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    assert found
    assert all(record.verify(document).ok for document in found)
    return found


def test_a_series_prints_a_line_a_game_and_a_table(capsys):
    given = ("play", "kalah", "greedy", "random", "--games", "4", "--option", "seeds=4")

    assert run(given) == 0

    said, errors = capsys.readouterr()
    lines = said.splitlines()
    assert errors == ""
    assert lines[0] == "kalah(seeds=4), blitz"
    assert [line.split()[0] for line in lines[2:6]] == ["1", "2", "3", "4"]
    assert lines[-4].split()[:5] == ["games", "wins", "draws", "losses", "points"]
    assert lines[-1].startswith("greedy against random: +")
    table = [line.split() for line in lines[-3:-1]]
    assert [(row[0], row[1]) for row in table] == [("greedy", "4"), ("random", "4")]
    assert float(table[0][5]) + float(table[1][5]) == 4


def test_records_and_logs_are_saved_and_verify(tmp_path, write):
    loud = write("loud.py", bot("print('hello')\nreturn state.legal_actions()[0]"))
    folder = tmp_path / "records"

    assert run(["play", "einstein", loud, "random", "--save", str(folder), "--seed", SEED]) == 0

    assert [game["seats"][0]["name"] for game in documents(folder)] == ["loud", "random"]
    assert (folder / "game-0001-seat0.log").read_text().startswith("hello\n")


def test_blocks_after_the_first_start_from_an_opening(tmp_path):
    given = ["play", "kalah", "greedy", "random", "--games", "4", "--openings", "2"]

    run([*given, "--seed", SEED, "--save", str(tmp_path), "--in-process"])

    opened = [record.opening(document) for document in documents(tmp_path)]
    assert opened[:2] == [[], []]
    assert opened[2] == opened[3]
    assert len(opened[2]) == 2


def throws(folder, *more):
    """What seat 0 throws in the two games of a block."""
    given = ["play", "einstein", "greedy", "greedy", "--seed", SEED, "--in-process"]
    run([*given, "--save", str(folder), *more])
    return [
        [event["throw"] for event in document["events"] if "throw" in event and not event["seat"]]
        for document in documents(folder)
    ]


def test_each_game_has_dice_of_its_own_unless_one_asks_for_the_same(tmp_path):
    own, same = throws(tmp_path / "own"), throws(tmp_path / "same", "--same-dice")
    assert own[0][:3] != own[1][:3]
    assert same[0][:3] == same[1][:3]


def test_a_limit_can_be_tried(write, capsys):
    hungry = write("hungry.py", bot("bytearray(1 << 28)"))

    run(["play", "kalah", hungry, "random", "--limit", "memory_bytes=128MiB"])

    said = capsys.readouterr().out
    assert "hungry: memory: choose() raised MemoryError: the limit is 128 MiB." in said


def test_a_fault_is_shown_with_its_traceback_and_the_series_goes_on(write, capsys):
    crashing = write("crashing.py", bot("1 / 0"))

    assert run(["play", "kalah", crashing, "random", "--games", "2"]) == 0

    said = capsys.readouterr().out
    assert said.count("crashing: crash: choose() raised ZeroDivisionError") == 2
    assert 'File "bot.py", line' in said


def test_two_bots_of_one_name_are_told_apart(capsys):
    run(["play", "kalah", "random", "random", "--in-process"])

    table = capsys.readouterr().out.splitlines()[-3:-1]
    assert [line.split()[0] for line in table] == ["random", "random#2"]


def test_a_folder_is_a_bot_with_its_modules_and_data(tmp_path, capsys):
    home = tmp_path / "sower"
    (home / "notes").mkdir(parents=True)
    (home / "bot.py").write_text(
        "from pathlib import Path\nfrom kauri.sdk import Bot\nimport book\n\n"
        "class Sower(Bot):\n    def choose(self, state, clock):\n"
        "        print(sorted(path.name for path in Path(__file__).parent.rglob('*.txt')))\n"
        "        return book.pick(state)\n"
    )
    (home / "book.py").write_text("def pick(state):\n    return state.legal_actions()[0]\n")
    for name in ("data.txt", "notes/mine.txt", "draft.txt", ".secret.txt"):
        (home / name).write_text("x")
    (home / ".kauriignore").write_text("notes\ndraft*\n")

    assert run(["play", "kalah", str(home), "random", "--save", str(tmp_path / "games")]) == 0

    assert capsys.readouterr().out.splitlines()[-3].startswith("sower ")
    log = (tmp_path / "games" / "game-0001-seat0.log").read_text()
    assert set(log.splitlines()) == {"['data.txt']"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("play", "chess", "random", "random"), "no game 'chess': the games are kalah, einstein"),
        (("play", "kalah", "random", "nobody.py"), "nobody.py: No such file or directory."),
        (("play", "kalah", "random", "locale"), "bot.py"),
        (("play", "kalah", "random", "random", "--option", "seeds=99"), "a whole number from 1 to"),
        (("play", "kalah", "random", "random", "--option", "beans=3"), "no option 'beans'"),
        (("play", "kalah", "random", "random", "--save", "/dev/null/x"), "--save /dev/null/x: "),
        (("play", "kalah", "random", "random", "--games", "0"), "0 is not in the range"),
    ],
)
def test_what_cannot_be_used_is_told(given, said, capsys):
    assert run(given) == status.MISUSED
    assert said in capsys.readouterr().err


def test_without_a_sandbox_it_refuses_and_says_what_is_missing(capsys, monkeypatch):
    def unavailable(**_):
        raise SandboxUnavailable("no-program", name="bwrap", package="bubblewrap")

    monkeypatch.setattr("agents.table.bench.begin", unavailable)
    assert run(["play", "kalah", "random", "random"]) == status.FAILED
    said = capsys.readouterr().err
    assert "The program bwrap is missing" in said
    assert "--trusted" in said
