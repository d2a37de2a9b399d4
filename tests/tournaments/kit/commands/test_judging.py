"""`kauri judge`, and its curve in a saved replay."""

import base64
import json
import re

import pytest

from agents import values
from agents.judge.analysis import analyse
from agents.judge.luck import luck
from engine import parse_variant
from tests.tournaments.kit.records import played
from tournaments.kit.main import run

pytestmark = pytest.mark.xdist_group("judging")

EINSTEIN = parse_variant("einstein")
VARIANT = "kalah"


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played(VARIANT)))
    return path


@pytest.fixture(scope="module")
def found():
    """What the judge finds in that game."""
    return analyse(played(VARIANT)).document()


def test_a_script_reads_the_analysis_of_the_site(record, found, capsys):
    assert run(["judge", str(record), "--json"]) == 0

    assert json.loads(capsys.readouterr().out) == found


def test_people_read_each_seat_its_mistakes_and_the_curve(record, found, capsys):
    assert run(["judge", str(record), "--curve"]) == 0

    seats, mistakes, curve = capsys.readouterr().out.split("┏")[1:]
    assert re.findall(r"^│ (one|other) ", seats, re.MULTILINE) == ["one", "other"]
    assert re.findall(r"^│ \w+ +│ +(\d+) │", mistakes, re.MULTILINE) == [
        str(swing["ply"]) for swing in found["swings"]
    ]
    assert re.findall(r"^│ (\d+)", curve, re.MULTILINE) == [
        str(point["ply"]) for point in found["points"]
    ]
    assert found["function"] in curve


def test_a_saved_page_has_the_curve_that_was_asked_for(record, found, tmp_path):
    page = tmp_path / "game.html"

    assert run(["replay", str(record), "--html", str(page), "--judge"]) == 0

    data = re.search(r'data-analysis="data:application/json;base64,([^"]+)"', page.read_text())
    assert json.loads(base64.b64decode(data[1])) == {"found": found}


def test_a_curve_without_a_page_is_a_wrong_argument(record, capsys):
    assert run(["replay", str(record), "--judge"]) == 2
    assert "kauri judge" in capsys.readouterr().err


def test_a_game_that_is_not_over_is_a_wrong_argument(tmp_path, capsys):
    begun = played(VARIANT) | {"events": played(VARIANT)["events"][:2], "result": None}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(begun))

    assert run(["judge", str(path)]) == 2
    assert "before the game is over" in capsys.readouterr().err


def test_a_variant_without_a_value_function_is_a_wrong_argument(tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played("kalah(pits=3,seeds=2)")))

    assert run(["judge", str(path)]) == 2
    assert "No value function is kept for kalah(pits=3,seeds=2)" in capsys.readouterr().err


def dice_game(tmp_path, **facts):
    document = played("einstein") | facts
    path = tmp_path / "dice.json"
    path.write_text(json.dumps(document))
    return document, path


def test_a_script_reads_luck_to_the_last_digit(tmp_path, capsys):
    document, path = dice_game(tmp_path)

    assert run(["judge", str(path), "--luck", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["luck"] == luck(document, values.load(EINSTEIN))
    assert (told["value_function"], told["value_sha256"]) == values.newest(EINSTEIN)


def test_people_read_result_luck_and_play_and_who_judged(tmp_path, capsys):
    document, path = dice_game(tmp_path)

    assert run(["judge", str(path), "--luck"]) == 0

    said = capsys.readouterr().out
    rows = [re.findall(r"[+-]\d\.\d+", line) for line in said.splitlines()]
    gains = luck(document, values.load(EINSTEIN))
    for result, gained in zip(document["result"]["returns"], gains, strict=True):
        assert [f"{result:+.2f}", f"{gained:+.6f}", f"{result - gained:+.6f}"] in rows
    assert values.newest(EINSTEIN).sha256 in said


@pytest.mark.parametrize("name", ["einstein-1", "kalah-1", ["einstein-1"]])
def test_only_the_function_that_the_match_named_judges(name, tmp_path, capsys):
    _document, path = dice_game(tmp_path, value_function=name, value_sha256="ab" * 32)

    assert run(["judge", str(path), "--luck"]) == 2
    assert f"{name} with the SHA-256 {'ab' * 32}" in " ".join(capsys.readouterr().err.split())


def test_luck_in_a_variant_without_a_value_function_is_a_wrong_argument(tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played("kalah(pits=3,seeds=2)")))

    assert run(["judge", str(path), "--luck"]) == 2
    assert "kalah(pits=3,seeds=2)" in capsys.readouterr().err


def test_the_accuracy_of_bots_is_exact_where_positions_are_solved(tmp_path, capsys):
    for number, variant in enumerate(("kalah(pits=3,seeds=3)", "einstein")):
        (tmp_path / f"{number}.json").write_text(json.dumps(played(variant)))
    (tmp_path / "notes.json").write_text("[]")

    assert run(["judge", "--exact", str(tmp_path), "--json"]) == 0

    rows = json.loads(capsys.readouterr().out)["accuracies"]
    assert rows
    assert {row["name"] for row in rows} <= {"one", "other"}
    for row in rows:
        assert 0 <= row["kept"] <= row["choices"]
        assert row["percent"] == pytest.approx(100 * row["kept"] / row["choices"], abs=0.01)


def test_a_game_without_a_solved_choice_is_a_wrong_argument(tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played("alquerque(mode=two)")))

    assert run(["judge", "--exact", str(path)]) == 2
    assert "can be solved" in capsys.readouterr().err
