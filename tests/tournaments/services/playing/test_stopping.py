"""A process of a worker that is told to stop. Whole workers are stopped in tests/e2e."""

import os
import signal

import pytest

from tournaments import tasks
from tournaments.services.playing import play


@pytest.fixture
def told_while_playing(monkeypatch, own_slots):
    """SIGTERM comes during the next match; what the match then saw."""
    seen = []

    def play_next(worker, *, validation, bench, clerk, ahead):
        os.kill(os.getpid(), signal.SIGTERM)
        seen.append(worker.stopping())
        return True

    monkeypatch.setattr(play, "play_next", play_next)
    monkeypatch.setattr(tasks, "_stop_asked", False)
    before = signal.getsignal(signal.SIGALRM)
    yield seen
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def test_the_match_learns_of_it_and_wakes_nobody_for_the_next(told_while_playing, sent):
    tasks.play_match()

    assert told_while_playing == [True]
    assert sent == []


def test_the_process_takes_no_other_match(told_while_playing):
    tasks.play_match()

    tasks.play_match()

    assert told_while_playing == [True]


def test_the_process_leaves_once_its_task_is_over(told_while_playing):
    tasks.play_match()

    with pytest.raises(SystemExit):
        signal.pause()


def test_the_handler_of_celery_is_back_afterwards(told_while_playing):
    before = signal.getsignal(signal.SIGTERM)

    tasks.play_match()

    assert signal.getsignal(signal.SIGTERM) is before
