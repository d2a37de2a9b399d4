"""Bots' clocks run on monotonic time: what the time of day says is nothing to them."""

import time

from tests.agents.bot_texts import FIRST


def test_a_game_is_played_without_the_time_of_day(play, monkeypatch):
    reads = []
    monkeypatch.setattr(time, "time", lambda: reads.append("time") or 0.0)
    monkeypatch.setattr(time, "time_ns", lambda: reads.append("time_ns") or 0)

    report = play(FIRST, FIRST)

    assert report.faults == (None, None)
    assert reads == []
