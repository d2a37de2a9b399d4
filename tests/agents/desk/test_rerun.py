"""A finished game played again: the same from a deterministic bot, or the first difference."""

import pytest

from agents import samples
from agents.bots import archive
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
