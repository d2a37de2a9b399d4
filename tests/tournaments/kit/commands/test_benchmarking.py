"""`kauri benchmark`: one number, which is the same wherever the same bot is measured."""

import json

import pytest

from agents.house import strengths
from engine import parse_variant
from tournaments.kit import contest_folder
from tournaments.kit.commands import benchmarking
from tournaments.kit.main import run

FIRST = """from kauri.sdk import Bot


class First(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]
"""


@pytest.fixture
def bot(tmp_path):
    file = tmp_path / "first.py"
    file.write_text(FIRST)
    return str(file)


def measured(bot, folder, variant, *more):
    given = ["--game", variant, "--in-process", "--folder", str(folder), "--json", *more]
    return run(["benchmark", bot, *given])


@pytest.mark.parametrize(("variant", "games"), [("kalah", 20), ("pachisi", 16)])
def test_a_bot_has_one_number_against_anchors_that_keep_theirs(
    bot, variant, games, tmp_path, capsys
):
    numbers = []
    for folder in ("once", "again"):
        assert measured(bot, tmp_path / folder, variant, "--blocks", "1") == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        numbers.append(lines[-1])
        ratings = {row["name"]: row["rating"] for row in lines[-2]["ratings"]}
        anchors = strengths.anchors(parse_variant(variant))
        assert {name: ratings[name] for name in anchors} == anchors

    assert numbers[0] == numbers[1]
    assert (numbers[0]["bot"], numbers[0]["games"]) == ("first", games)
    assert (numbers[0]["blocks"], numbers[0]["most"]) == (1, benchmarking.BLOCKS)
    assert numbers[0]["margin"] > 0


def test_all_blocks_are_the_benchmark(bot, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(benchmarking, "BLOCKS", 1)

    given = ["--game", "einstein", "--in-process", "--folder", str(tmp_path / "all")]
    assert run(["benchmark", bot, *given, "--blocks", "1"]) == 0

    (said,) = [line for line in capsys.readouterr().out.splitlines() if "Kauri benchmark" in line]
    assert said.startswith("Kauri benchmark 2, einstein (rules 1): first has ")
    terms, _conditions = contest_folder.Folder(tmp_path / "all").terms()
    assert terms.strengths == strengths.anchors(parse_variant("einstein"))


def test_a_variant_without_anchors_has_no_benchmark(bot, tmp_path, capsys):
    assert measured(bot, tmp_path / "none", "kalah(pits=3)") == 2

    assert "too few anchors" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
