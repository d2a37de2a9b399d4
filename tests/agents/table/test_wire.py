"""Bots' clocks run on monotonic time: what the time of day says is nothing to them."""

import os
import time
from types import SimpleNamespace

import pytest

from agents.sandbox import Isolation
from agents.table.bench import Bench
from agents.table.wire import Table, Wire
from agents.terms.clock import TimeControl
from agents.terms.limits import Limits
from tests.agents.bot_texts import FIRST


def test_a_game_is_played_without_the_time_of_day(play, monkeypatch):
    reads = []
    monkeypatch.setattr(time, "time", lambda: reads.append("time") or 0.0)
    monkeypatch.setattr(time, "time_ns", lambda: reads.append("time_ns") or 0)

    report = play(FIRST, FIRST)

    assert report.faults == (None, None)
    assert reads == []


SLOW = """
import time
from agents.sdk import Bot

class Slow(Bot):
    def choose(self, state, clock):
        time.sleep(0.1)
        return state.legal_actions()[0]
"""


def test_no_clock_runs_while_the_platform_keeps_the_referee_waiting(play):
    control = TimeControl("", bank=1.5, increment=0.15, per_action=0.7, startup=10)
    waits = iter([1.0, 1.0, 1.0])

    report = play(SLOW, SLOW, time_control=control, watch=lambda: time.sleep(next(waits, 0.0)))

    assert report.faults == (None, None)
    assert next(waits, None) is None


def test_a_wait_that_lasts_longer_than_it_was_to_is_the_referees_absence(monkeypatch):
    table, slept = Table(None), iter([0.0])
    monkeypatch.setattr("agents.table.wire.time.perf_counter", lambda: next(slept, 3.0))

    table.wait(0.5)

    # Three seconds went by where half a second was to.
    assert table.now() == pytest.approx(0.5)


@pytest.fixture
def wire():
    """A wire to nobody; what is written to `answering` or `printing` comes in over it."""
    pipes = [os.pipe() for _ in range(3)]
    (asked, requests), (replies, answering), (output, printing) = pipes
    child = SimpleNamespace(requests=requests, replies=replies, output=output)
    for reading in (asked, output):
        os.set_blocking(reading, False)
    made = Wire(child, Limits(), time.perf_counter)
    made.answering, made.printing, made.asked = answering, printing, asked
    yield made
    for descriptor in sum(pipes, ()):
        os.close(descriptor)


def test_what_is_sent_is_there_at_once(wire):
    wire.send(b"hello\n")

    assert os.read(wire.asked, 100) == b"hello\n"


def test_a_flood_of_replies_is_not_read_without_bound(wire):
    replies, chunk = wire.descriptors[1], 64 * 1024
    for _chunk in range(2):
        os.write(wire.answering, b"x" * chunk)
        wire.advance(replies)
    assert wire.events()[1]

    os.write(wire.answering, b"x")
    wire.advance(replies)

    assert wire.events()[1] == 0


def test_nothing_is_read_of_replies_that_have_ended(monkeypatch, wire):
    monkeypatch.setattr("agents.table.wire._read", lambda _descriptor: b"")

    wire.advance(wire.descriptors[1])

    assert wire.ended
    assert wire.events()[1] == 0


def test_draining_reads_all_that_is_there_and_then_stops(monkeypatch, wire):
    printed = iter([b"one\n", b"two\n", None])
    monkeypatch.setattr("agents.table.wire._read", lambda _descriptor: next(printed))

    wire.drain()

    assert wire.log.text() == "one\ntwo\n"
    assert next(printed, "all read") == "all read"


def stepping(monkeypatch, wire, aside):
    """A table with a bot that has just been asked; every step aside takes three seconds."""
    times = [0.0]
    monkeypatch.setattr("agents.table.wire.time.perf_counter", lambda: times[-1])
    table = Table(None, lambda: times.append(times[-1] + 3.0) or aside())
    table.wires.append(wire)
    table.wait(0)
    return table


def test_a_step_aside_in_which_an_answer_comes_is_on_no_clock(monkeypatch, wire):
    table = stepping(monkeypatch, wire, lambda: os.write(wire.answering, b"{}\n"))

    table.step_aside()

    assert table.now() == 0.0


def test_a_bot_that_still_thinks_after_a_step_aside_is_charged_for_it(monkeypatch, wire):
    table = stepping(monkeypatch, wire, lambda: True)

    table.step_aside()

    assert table.now() == 3.0


def test_a_table_steps_aside_only_as_long_as_there_is_work(monkeypatch, wire):
    left = [False, True]
    table = stepping(monkeypatch, wire, left.pop)

    assert table.patience(9.0) < 9.0
    table.step_aside()
    table.step_aside()
    table.step_aside()

    assert table.patience(9.0) == 9.0
    assert left == []


def test_what_was_done_while_a_bot_thought_is_not_done_between_the_turns(monkeypatch, wire):
    done = []
    table = stepping(monkeypatch, wire, lambda: done.append("a step") or True)
    table.step_aside()

    table.turn_over()
    assert done == ["a step"]

    table.turn_over()
    assert done == ["a step"] * 2


class Long(Bench):
    """A bench that takes longer for a step than a bot may take for an answer, three times."""

    steps = 3

    def prepare(self):
        time.sleep(0.3)
        self.steps -= 1
        return self.steps > 0


def test_a_bot_is_not_charged_for_a_step_in_which_it_has_answered(play, nothing_is_left):
    control = TimeControl("", bank=30, increment=0, per_action=0.25, startup=10)

    with Long(limits=Limits(), isolation=Isolation.BUBBLEWRAP) as bench:
        report = play(SLOW, SLOW, time_control=control, bench=bench)

    assert report.faults == (None, None)
    assert bench.steps == 0
