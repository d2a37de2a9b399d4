"""`kauri tournament`: it is kept in a folder, and goes on from wherever it was interrupted."""

import json
import re

import pytest

from engine import record
from tournaments.kit import pool
from tournaments.kit.main import run

SEED = "ef" * 32
TOURNAMENT = ["tournament", "kalah", "random", "random", "random", "--time", "bullet"]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "cup"


@pytest.fixture
def interrupted(monkeypatch):
    """Somebody presses Ctrl-C in the third game; what is returned lets the next ones be."""
    played = []
    play = pool.play

    def interrupt(job):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(job)
        return play(job)

    monkeypatch.setattr(pool, "play", interrupt)
    return lambda: monkeypatch.setattr(pool, "play", play)


def told(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def deeds(folder):
    """What was done in each game, by its name."""
    games = {
        path.name: json.loads(path.read_text()) for path in (folder / "records").glob("*.json")
    }
    assert all(record.verify(game).ok for game in games.values())
    return {
        name: [(event["seat"], event.get("action")) for event in game["events"]]
        for name, game in games.items()
    }


def test_a_tournament_is_played_and_told(folder, capsys):
    assert run([*TOURNAMENT, "--folder", str(folder), "--jobs", "2", "--json"]) == 0

    begin, *games, standings, ratings = told(capsys)
    assert (begin["games"], begin["done"], len(games)) == (6, 0, 6)
    assert sorted(one["name"] for one in standings["standings"]) == [
        "random",
        "random#2",
        "random#3",
    ]
    assert sum(one["points"] for one in standings["standings"]) == 6
    assert all(one["margin"] > 0 for one in ratings["ratings"])
    assert len(deeds(folder)) == 6


def test_what_was_interrupted_is_told_and_goes_on_with_the_games_that_are_left(
    folder, tmp_path, capsys, interrupted
):
    given = [*TOURNAMENT, "--seed", SEED, "--json", "--folder"]
    assert run([*given, str(folder)]) == 130
    before = told(capsys)
    interrupted()

    assert run(["tournament", "--resume", str(folder), "--json"]) == 0
    after = told(capsys)
    assert run([*given, str(tmp_path / "whole")]) == 0

    assert sum(one["points"] for one in before[-2]["standings"]) == 2
    assert (after[0]["done"], len(after) - 3) == (2, 4)
    assert deeds(folder).keys() == deeds(tmp_path / "whole").keys()
    assert deeds(folder) == deeds(tmp_path / "whole")


def test_a_line_that_was_torn_is_played_again(folder, capsys):
    run([*TOURNAMENT, "--seed", SEED, "--folder", str(folder), "--in-process"])
    games = folder / "games.jsonl"
    games.write_text(games.read_text().rstrip()[:-20])
    capsys.readouterr()

    assert run(["tournament", "--resume", str(folder), "--json"]) == 0

    said = capsys.readouterr()
    assert json.loads(said.out.splitlines()[0])["done"] == 5
    assert "in this process" in said.err
    assert run(["tournament", "--resume", str(folder), "--json"]) == 0
    assert told(capsys)[0]["done"] == 6


def test_an_option_of_the_format_is_read_as_its_kind(folder, capsys):
    given = ["tournament", "kalah", "random", "random", "--format-option", "cycles=2"]

    assert run([*given, "--time", "bullet", "--folder", str(folder), "--json"]) == 0

    assert told(capsys)[0]["games"] == 4


@pytest.mark.parametrize(("bots", "status"), [("greedy random", 0), ("random greedy", 1)])
def test_a_test_of_two_bots_ends_as_soon_as_it_is_clear(folder, capsys, bots, status):
    given = ["tournament", "kalah(pits=3)", *bots.split(), "--sprt", "0,400", "--in-process"]

    assert run([*given, "--seed", SEED, "--folder", str(folder), "--json"]) == status

    begin, *games, _standings, _ratings, said = told(capsys)
    assert begin["games"] == 10_000
    assert said["decision"] == ("not better" if status else "better")
    assert said["pairs"] * 2 == len(games) == sum(said["counts"]) * 2
    assert run(["tournament", "--resume", str(folder), "--json"]) == status
    assert told(capsys)[-1] == said


def test_a_folder_is_never_used_twice(folder, capsys):
    folder.mkdir()

    assert run([*TOURNAMENT, "--folder", str(folder)]) == 2
    assert "exists" in capsys.readouterr().err


def test_the_records_of_a_tournament_are_rated(folder, capsys):
    run([*TOURNAMENT, "--folder", str(folder), "--in-process"])
    capsys.readouterr()

    assert run(["rate", str(folder), "--json"]) == 0

    (said,) = told(capsys)
    assert sorted(one["name"] for one in said["ratings"]) == ["random", "random#2", "random#3"]
    assert {one["games"] for one in said["ratings"]} == {4}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([], "Name a variant"),
        (["kalah", "random"], "takes 2 to 200 entrants"),
        (["kalah", "random", "random", "--format-option", "colour=red"], "no option colour"),
        (["kalah", "random", "random", "--format-option", "cycles=x"], "cycles"),
        (["kalah", "random", "random", "--resume", "somewhere"], "--resume goes on"),
        (["--resume", "nowhere"], "holds no tournament"),
        (["einstein", "random", "random", "--openings", "4"], "has dice"),
        (["kalah", "random", "random", "random", "--sprt", "0,20"], "compares two bots"),
        (["kalah", "random", "random", "--sprt", "20"], "is no test"),
    ],
)
def test_what_cannot_be_held_is_a_wrong_argument(given, why, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    assert run(["tournament", *given]) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_records_cannot_be_rated(tmp_path, capsys):
    (tmp_path / "other.json").write_text("[]")

    assert run(["rate", str(tmp_path)]) == 2
    assert "holds no records" in capsys.readouterr().err


@pytest.mark.parametrize(("columns", "has_cells"), [("60", False), ("90", True)])
def test_names_and_figures_are_shown_in_full(folder, capsys, monkeypatch, columns, has_cells):
    monkeypatch.setenv("COLUMNS", columns)
    bots = ["random", "greedy", "kalah-glance", "kalah-endgame"]
    quick = ["kalah(pits=3,seeds=1)", "--in-process", "--folder", str(folder)]

    assert run(["tournament", *quick[:1], *bots, *quick[1:]]) == 0

    said = capsys.readouterr().out
    assert all(name in said for name in bots)
    assert "…" not in said
    assert bool(re.search(r"│ +\* │", said)) is has_cells
