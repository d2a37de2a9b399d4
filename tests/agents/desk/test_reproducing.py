"""A bot that is asked again gets the states, the seed and the clock of then."""

import pytest

from agents.bots import archive
from agents.desk.reproducing import reproduce
from agents.desk.rerun import NotRepeatable
from agents.sandbox import Isolation
from agents.table.conditions import Conditions
from agents.terms.clock import PRESETS, GameClock
from agents.terms.limits import Limits
from tests.agents.bot_texts import bot
from tests.tournaments.kit.records import played

CONDITIONS = Conditions(PRESETS["blitz"], Limits(), Isolation.BUBBLEWRAP)
TOLD = "print(repr(clock.remaining))\nreturn state.legal_actions()[0]"


def again(document, text, seat=0):
    return reproduce(document, seat, archive.pack("bot.py", bot(text).encode()).data, CONDITIONS)


def record():
    """A game of which each turn took some time, and the host kept a bot waiting once."""
    document = played("kalah")
    for number, event in enumerate(document["events"]):
        event.update(wall=0.25 + number / 64, cpu=0.125)
    document["events"][0]["stall"] = 0.125
    return document


def clock_of_then(document, seat):
    """What was left at each turn of a seat."""
    clock, left = GameClock(CONDITIONS.time_control), []
    for event in document["events"]:
        if event["seat"] == seat:
            left.append(clock.remaining)
            clock.spend(event["wall"], event.get("stall", 0.0))
    return left


@pytest.mark.parametrize("seat", [0, 1])
def test_the_clock_stands_where_it_stood(seat):
    document = record()

    found = again(document, TOLD, seat)

    assert [float(line) for line in found.log.split()] == clock_of_then(document, seat)
    assert (found.fault, found.difference) == (None, None)


def test_the_states_are_those_of_the_record_whatever_is_answered():
    found = again(record(), "return state.legal_actions()[-1]")

    assert found.difference is not None
    assert len(found.answers) == len(clock_of_then(record(), 0))


def test_who_answers_what_is_not_allowed_has_failed_there():
    found = again(record(), "return -1 if len(state.history()) > 4 else state.legal_actions()[0]")

    assert (found.fault.kind, found.fault.ply > 4) == ("illegal", True)


def test_a_bot_that_cannot_be_loaded_has_failed_before_the_first_event():
    found = reproduce(record(), 0, archive.pack("bot.py", b"1 / 0").data, CONDITIONS)

    assert (found.fault.kind, found.fault.ply, found.answers) == ("startup", None, [])


def test_an_old_record_without_seeds_is_refused():
    document = record()
    del document["seats"][0]["seed"]

    with pytest.raises(NotRepeatable, match="seeds of its bots"):
        again(document, TOLD)
