"""Perft as a command; `test_lockstep` compares its counts."""

import pytest

import engine
from engine.perft import main, perft, settle


def test_depth_zero_is_the_position_itself():
    assert perft(engine.load_game("kalah").new_initial_state(), 0) == 1


def test_the_command_prints_a_line_for_each_depth(capsys):
    assert main(["kalah", "--depth", "3", "--option", "seeds=4"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        "kalah(seeds=4) after the start",
        "depth 1: 6",
        "depth 2: 35",
        "depth 3: 185",
    ]


def test_the_command_settles_set_ups_of_many_outcomes_and_says_so(capsys):
    assert main(["einstein", "--depth", "2"]) == 0
    first, *counts = capsys.readouterr().out.splitlines()
    assert first == "einstein after s123456 s123456"
    assert counts == ["depth 1: 6", "depth 2: 18"]


def test_only_large_chance_nodes_are_settled():
    state = engine.load_game("einstein", setup="fixed").new_initial_state()
    assert settle(state) == []
    assert state.history() == []


def test_the_command_counts_from_a_given_position(capsys):
    assert main(["kalah", "--depth", "1", "--after", "D"]) == 0
    assert capsys.readouterr().out.splitlines() == ["kalah after D", "depth 1: 5"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("chess", "no game 'chess': the games are kalah, einstein"),
        ("kalah --option seeds=0", "it must be a whole number from 1 to 12"),
        ("kalah --option seeds", "write an option as name=value"),
        ("kalah --after x", "'x' is no notation of kalah"),
    ],
)
def test_the_command_refuses_what_the_engine_refuses(wrong, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(wrong.split())
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err
