"""A folder beside those of the engine's games is a game, and no file of the engine knows it."""

import json

import pytest

import engine
from engine import record, svg
from engine.__main__ import main
from engine.dice import commitment
from engine.perft import perft
from tests.engine.walks import played

SEED = bytes(32)


def test_it_is_listed_after_the_games_with_earlier_pages():
    ids = [info.id for info in engine.games()]

    assert ids[0] == "kalah"
    assert ids[-1] == "nim"


def test_its_options_are_checked():
    with pytest.raises(engine.OptionError, match="most=6 is not allowed: it must be a whole"):
        engine.load_game("nim", most=6)


def test_perft_counts_its_ways():
    state = engine.load_game("nim", heap=3).new_initial_state()

    # t1 t1 t1, t1 t2, t2 t1 and t3.
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [3, 3, 1, 0]


def test_it_is_drawn_with_its_board_as_words():
    drawn = svg.draw(played("nim", "t3"))

    assert drawn.count("k-counter-") == 4
    assert "<title>Nim</title><desc>4 left\nSeat 1 to take.</desc>" in drawn


def test_the_command_lists_it(capsys):
    assert main(["games"]) == 0

    assert "nim: Nim. Take counters from a heap" in capsys.readouterr().out


def test_its_games_are_recorded_and_verified(tmp_path, capsys):
    state = engine.load_game("nim").new_initial_state()
    seats = [{"name": name, "version": 1} for name in ("alice/first", "bob/second")]
    recorder = record.Recorder(state.get_game(), seats, commitment(SEED))
    for text in ("t3", "t3", "t1"):
        recorder.action(state, state.string_to_action(text), wall=0.1, cpu=0.1)
        state.apply_action(state.string_to_action(text))
    file = tmp_path / "nim.json"
    file.write_text(json.dumps(record.reveal(recorder.document(state), SEED)))

    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith("ok: rules, dice and result hold")
