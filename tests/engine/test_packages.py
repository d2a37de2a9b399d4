"""A package is a game, and no file of the engine knows it."""

import json
from pathlib import Path

import pytest

import engine
from engine import packages, record, svg
from engine.__main__ import main
from engine.dice import commitment
from engine.perft import perft
from tests.engine.walks import played

NIM = Path(__file__).parents[2] / "examples" / "nim" / "kauri_nim"
SEED = bytes(32)


@pytest.fixture
def nim(monkeypatch):
    """The setting names the folder of Nim."""
    monkeypatch.setenv(packages.SETTING, str(NIM))


pytestmark = pytest.mark.usefixtures("nim")


def test_it_is_listed_after_the_games_with_earlier_pages():
    ids = [info.id for info in engine.games()]

    assert ids[0] == "kalah"
    assert ids[-1] == "nim"


def test_without_the_setting_those_count_that_are_installed(monkeypatch, tmp_path):
    about = tmp_path / "kauri_nim-1.0.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: kauri-nim\nVersion: 1.0.0\n")
    (about / "entry_points.txt").write_text("[kauri.games]\nnim = kauri_nim\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(NIM.parent)
    monkeypatch.delenv(packages.SETTING)
    packages._named.cache_clear()

    assert packages.modules() == ("kauri_nim",)
    assert engine.parse_variant("nim").info.is_package

    packages._named.cache_clear()


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("kauri_go", "kauri_go is no game: No module named 'kauri_go'"),
        ("json", "json is no game: No module named 'json.facts'"),
        (f"{NIM},kauri_nim.sub", "kauri_nim.sub is no game"),
        ("engine.games.kalah", "engine.games.kalah and engine.games.kalah are both a game named"),
    ],
)
def test_a_setting_that_names_no_game_is_told_with_the_reason(setting, why, monkeypatch):
    monkeypatch.setenv(packages.SETTING, setting)

    with pytest.raises(engine.EngineError, match=why):
        engine.games()


def test_its_options_are_checked():
    with pytest.raises(engine.OptionError, match="most=12 is not allowed: it must be a whole"):
        engine.load_game("nim", most=12)


def test_perft_counts_its_ways():
    state = engine.load_game("nim", heap=3).new_initial_state()

    # t1 t1 t1, t1 t2, t2 t1 and t3.
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [3, 3, 1, 0]


def test_it_is_drawn_with_its_board_as_words():
    drawn = svg.draw(played("nim", "t3"))

    assert drawn.count("k-counter-") == 12
    assert "<title>Nim</title><desc>12 left\nSeat 1 to take.</desc>" in drawn


def test_the_command_lists_it(capsys):
    assert main(["games"]) == 0

    assert "nim: Nim. Take counters from a heap" in capsys.readouterr().out


def test_its_games_are_recorded_with_the_hash_of_the_package_and_verified(tmp_path, capsys):
    state = engine.load_game("nim", heap=7).new_initial_state()
    seats = [{"name": name, "version": 1} for name in ("alice/first", "bob/second")]
    recorder = record.Recorder(state.get_game(), seats, commitment(SEED))
    for text in ("t3", "t3", "t1"):
        recorder.action(state, state.string_to_action(text), wall=0.1, cpu=0.1)
        state.apply_action(state.string_to_action(text))
    document = record.reveal(recorder.document(state), SEED)
    file = tmp_path / "nim.json"
    file.write_text(json.dumps(document))

    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith("ok: rules, dice and result hold")
    assert document["variant"]["package"] == {
        "module": "kauri_nim",
        "sha256": packages.sha256("kauri_nim"),
    }


def test_the_hash_is_that_of_names_and_contents_alone(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    hashes = []
    for name, text in (("one", "x = 1"), ("two", "x = 1"), ("three", "x = 2")):
        (tmp_path / name / "__pycache__").mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text(text)
        (tmp_path / name / "__pycache__" / "made.pyc").write_text(name)
        hashes.append(packages.sha256(name))

    assert hashes[0] == hashes[1] != hashes[2]
