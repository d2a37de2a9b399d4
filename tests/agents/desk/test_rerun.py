"""A finished game played again: the same from a deterministic bot, or the first difference."""

import json

import pytest

from agents import samples
from agents.bots import archive
from agents.desk import cli, status
from agents.desk.rerun import Difference, NotRepeatable, compare, play_again
from agents.words import Sentence
from engine import record
from tests.agents.bot_texts import FIRST, bot, packed
from tests.agents.conftest import SEED, conditions

RESTLESS = bot("return state.legal_actions()[os.urandom(1)[0] % len(state.legal_actions())]")
PASSES = {"seat": 0, "action": "A", "wall": 0.5}


def sample(name: str) -> bytes:
    return archive.pack("bot.py", samples.read(name)).data


def again(document, *archives, **changes):
    return play_again(document, archives, conditions(), **changes)


@pytest.mark.parametrize(
    ("variant", "number"), [("kalah", 1), ("einstein", 1), ("einstein", 7), ("einstein", None)]
)
def test_deterministic_bots_play_the_same_game_again(play, variant, number):
    bots = sample("random"), sample("greedy")
    report = play(*bots, variant=variant, game_number=number)

    comparison = again(record.reveal(report.record, SEED), *bots)

    actions = sum("action" in event for event in report.record["events"])
    assert str(comparison) == f"identical ({actions} actions)"


def test_an_opening_is_played_again_as_well(play):
    bots = sample("random"), sample("random")
    report = play(*bots, opening=["B", "e"])
    assert again(record.reveal(report.record, SEED), *bots).identical


def test_a_bot_that_draws_from_the_system_differs_and_is_shown(play):
    bots = packed(RESTLESS), packed(FIRST)
    report = play(*bots)

    comparison = again(record.reveal(report.record, SEED), *bots)

    at = comparison.difference
    assert at is not None
    assert str(at.then) == f"seat {at.seat}, action {report.record['events'][at.ply]['action']}"
    assert "os.urandom" in str(comparison)


def test_a_game_that_ended_by_a_fault_ends_by_it_again(play):
    bots = (
        packed(bot("1 / 0 if state.history() else 0\nreturn state.legal_actions()[-1]")),
        packed(FIRST),
    )
    report = play(*bots)
    assert report.faults[0] is not None
    assert again(record.reveal(report.record, SEED), *bots).identical


def test_the_first_difference_is_told_with_then_and_now():
    now = [PASSES | {"wall": 0.1}, {"seat": 1, "forfeit": "crash"}]
    comparison = compare([PASSES, {"seat": 1, "action": "b"}], now)
    assert comparison.actions == 1
    assert comparison.difference == Difference(
        1,
        1,
        Sentence("event", seat=1, kind="action", what="b"),
        Sentence("event", seat=1, kind="forfeit", what="crash"),
    )


def test_a_game_that_goes_on_longer_is_different():
    assert compare([PASSES], [PASSES, PASSES]).difference == Difference(
        1, 0, Sentence("was-over"), Sentence("event", seat=0, kind="action", what="A")
    )


@pytest.mark.parametrize(
    ("change", "bots", "said"),
    [
        ({}, 1, "has 2 seats: give one bot for each"),
        ({"dice": None}, 2, "does not reveal the seed of its dice yet"),
        ({"seats": [{"name": "x", "version": 1}] * 2}, 2, "does not hold the seeds of its bots"),
    ],
)
def test_a_record_that_does_not_tell_enough_is_refused(play, change, bots, said):
    document = play(FIRST, FIRST).record
    hidden = document["dice"]
    document = record.reveal(document, SEED) | change
    document["dice"] = document["dice"] or hidden
    with pytest.raises(NotRepeatable, match=said):
        again(document, *[packed(FIRST)] * bots)


def test_another_seed_than_the_recorded_one_is_refused(play):
    document = play(FIRST, FIRST).record
    with pytest.raises(NotRepeatable, match="does not match the record's commitment"):
        again(document, packed(FIRST), packed(FIRST), seed=bytes(32))


@pytest.fixture
def saved(tmp_path, capsys):
    """The record of a game between two files, as the command line saves it; and the files."""

    def play_and_save(text: str):
        (tmp_path / "bot.py").write_text(text)
        bots = str(tmp_path / "bot.py"), "greedy"
        cli.main(["play", "kalah", *bots, "--games", "1", "--save", str(tmp_path / "records")])
        capsys.readouterr()
        return str(tmp_path / "records" / "game-0001.json"), bots

    return play_and_save


def test_the_command_says_identical(saved, capsys):
    path, bots = saved(samples.read("random").decode())
    assert cli.main(["rerun", path, "--seat", bots[0], "--seat", bots[1]]) == status.DONE
    assert capsys.readouterr().out.startswith("identical (")


def test_the_command_shows_a_difference_and_exits_with_1(saved, capsys):
    path, bots = saved(RESTLESS)
    assert cli.main(["rerun", path, "--seat", bots[0], "--seat", bots[1]]) == status.REFUSED
    assert "\n  then: seat " in capsys.readouterr().out


@pytest.mark.parametrize("text", ["no JSON", "[]", "{}", json.dumps({"format": 1})])
def test_what_is_no_record_is_told(tmp_path, capsys, text):
    (tmp_path / "x.json").write_text(text)
    assert cli.main(["rerun", str(tmp_path / "x.json"), "--seat", "random"]) == status.MISUSED
    assert "x.json is no record: " in capsys.readouterr().err
