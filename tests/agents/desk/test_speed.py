import time

import pytest

from agents.desk import speed


def test_the_speed_index_is_the_reference_over_the_best_round(monkeypatch):
    rounds = iter([9.0, *[2.0] * 6, 0.5])
    monkeypatch.setattr(speed, "_round", lambda: next(rounds))
    monkeypatch.setattr(speed, "REFERENCE_SECONDS", {speed.builds.build(): 1.0})
    assert speed.speed_index() == 2.0


def test_a_round_is_real_work_counted_in_cpu_time():
    before = time.thread_time()
    measured = speed._round()
    assert 0.0 < measured <= time.thread_time() - before


def test_the_games_of_a_round_are_always_the_same(monkeypatch):
    ends = []
    play = speed._play

    def noted(state, number):
        play(state, number)
        ends.append(tuple(state.history()))

    monkeypatch.setattr(speed, "_play", noted)
    speed._round()
    speed._round()
    assert ends[:200] == ends[200:]
    assert len(set(ends)) == 200


@pytest.mark.parametrize("build", ["compiled", "interpreted"])
def test_each_build_has_a_reference_of_its_own(build):
    assert speed.REFERENCE_SECONDS[build] > 0
