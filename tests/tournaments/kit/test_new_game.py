"""The walk to a game that is a package, with the installed kit alone."""

import json
import shutil

import pytest

from agents.desk import conforming
from engine import packages
from tests.tournaments.kit.environments import ROOT, Environment
from tournaments.kit.main import run

pytestmark = pytest.mark.xdist_group("kit")


def test_a_new_game_conforms_and_is_played(made, tmp_path, monkeypatch):
    kit = Environment(tmp_path / "env")
    kit.install("kauri-kit[games]", "--find-links", str(made["compiled"].parent))

    kit.run("kauri", "new-game", "nine-holes", folder=tmp_path)
    package = tmp_path / "kauri-nine-holes" / "kauri_nine_holes"
    said = kit.run("kauri", "conform", package, "--write", folder=tmp_path).stdout
    assert said.endswith("Nine Holes keeps every promise of a game.\n"), said

    monkeypatch.setenv(packages.SETTING, str(package))
    series = ("nine-holes", "nine-holes-perfect", "random", "--games", "2", "--save", "played")
    kit.run("kauri", "play", *series, folder=tmp_path)
    record = json.loads((tmp_path / "played" / "game-0001.json").read_text())
    assert record["variant"]["package"]["module"] == "kauri_nine_holes"
    kit.run("kauri", "verify", "played/game-0001.json", folder=tmp_path)


@pytest.mark.parametrize("name", ["Nine", "9men", "nine_holes", "-x", "a" * 41, "kalah"])
def test_a_name_that_is_none_or_taken_is_refused_and_nothing_written(name, tmp_path, capsys):
    assert run(["new-game", "--folder", str(tmp_path), "--", name]) == 2

    assert "no id of a game" in (said := capsys.readouterr().err) or "take another name" in said
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path, capsys):
    (tmp_path / "kauri-go").mkdir()

    assert run(["new-game", "go", "--folder", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.fixture
def nim(tmp_path, monkeypatch):
    """A copy of Nim's package under a name of its own, and what is missing in it."""
    monkeypatch.setenv(packages.SETTING, "")
    monkeypatch.setenv("PYTHONPATH", "")
    copy = tmp_path / f"kauri_nim_{abs(hash(str(tmp_path)))}"
    shutil.copytree(ROOT / "examples" / "nim" / "kauri_nim", copy)
    monkeypatch.syspath_prepend(tmp_path)

    def missing():
        return [str(said) for said in conforming.missing(conforming.opened(str(copy)))]

    return copy, missing


def test_nothing_is_missing_in_nim(nim):
    assert nim[1]() == []


@pytest.mark.parametrize(
    ("place", "old", "new", "said"),
    [
        ("rules.md", "| `most` |", "| most |", "rules.md has no line for the option most"),
        ("lessons.json", '"t3"', '"t4"', "lessons.json, lesson 1: 't4' is no notation of nim"),
        ("words.py", "Take {count}", "Grab {count}", "has no German for 'Grab {count}'"),
        ("shelf.py", '"nim-perfect"', '"nim-best"', "bots/nim_best.py is missing"),
        ("shelf.py", '"nim", "Nim"', '"nim(heap=15)", "Nim"', "write the leaderboard nim(heap=15)"),
        ("tests/golden/nim.json", '"t1"', '"t2"', "tests/golden/nim.json: refused at event"),
    ],
)
def test_what_is_missing_is_told(nim, place, old, new, said):
    copy, missing = nim
    text = (copy / place).read_text()
    assert old in text
    (copy / place).write_text(text.replace(old, new, 1))

    assert any(said in one for one in missing()), missing()


def test_files_that_are_missing_are_told_first(nim):
    copy, missing = nim
    (copy / "picture.py").unlink()
    shutil.rmtree(copy / "tests")

    lacking = ["picture.py", "tests/cases.py", "tests/plain.py", "tests/perft.json"]
    assert missing() == [f"{place} is missing." for place in lacking]


def test_what_is_no_game_is_refused(capsys, monkeypatch):
    monkeypatch.setenv(packages.SETTING, "")

    assert run(["conform", "json"]) == 2
    assert "Name the module of a game, or its folder: json is no game" in capsys.readouterr().err
