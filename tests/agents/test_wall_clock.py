"""Bots' clocks run on monotonic time: what the time of day says is nothing to them."""

import time

import pytest

from agents.clock import TimeControl
from agents.wire import Table
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
    monkeypatch.setattr("agents.wire.time.perf_counter", lambda: next(slept, 3.0))

    table.wait(0.5)

    # Three seconds went by where half a second was to.
    assert table.now() == pytest.approx(0.5)
