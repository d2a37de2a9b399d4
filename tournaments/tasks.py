"""Celery's tasks: each makes one call into the services, and some wake the next."""

import os
import signal
import socket
from datetime import timedelta
from types import FrameType

from celery.signals import worker_process_init
from django.conf import settings
from django.utils import timezone

from agents import sandbox
from tournaments import dispatch
from tournaments.celery import app
from tournaments.services import competition, play, ratings

_stop_asked = False


@worker_process_init.connect
def _listen_for_stop(**_details: object) -> None:
    """A worker process that is told to stop finishes nothing: it hands its match back."""
    signal.signal(signal.SIGTERM, _ask_to_stop)


def _ask_to_stop(_number: int, _frame: FrameType | None) -> None:
    global _stop_asked  # noqa: PLW0603 - a signal handler has nowhere else to leave word
    if _stop_asked or not _playing:
        raise SystemExit(0)
    _stop_asked = True


_playing = False


def _worker() -> play.Worker:
    return play.Worker(
        name=f"{socket.gethostname()}:{os.getpid()}",
        isolation=sandbox.Isolation(settings.ISOLATION),
        lease=timedelta(seconds=settings.LEASE_SECONDS),
        now=timezone.now,
        stopping=lambda: _stop_asked,
    )


def _play_next(task: str, *, validation: bool) -> None:
    """One match a message: between two of them the worker can stop, and others get their turn."""
    global _playing  # noqa: PLW0603 - read by the signal handler
    _playing = True
    try:
        played = play.play_next(_worker(), validation=validation)
    finally:
        _playing = False
    if played and not _stop_asked:
        dispatch.wake(task)


@app.task(name=dispatch.PLAY)
def play_match() -> None:
    """Play the tournament match that has waited longest."""
    _play_next(dispatch.PLAY, validation=False)


@app.task(name=dispatch.VALIDATE)
def validate_version() -> None:
    """Check the uploaded version that has waited longest."""
    _play_next(dispatch.VALIDATE, validation=True)


@app.task(name=dispatch.ADVANCE)
def advance() -> None:
    """End the tournaments in which all is played."""
    competition.advance(now=timezone.now())


@app.task(name="kauri.tick")
def tick() -> None:
    """Look after everything that a lost message or a lost worker left behind."""
    now = timezone.now()
    competition.start_due(now=now)
    play.reap(now=now)
    competition.advance(now=now)
    for task, waiting in play.waiting(now=now).items():
        dispatch.wake(task, times=min(waiting, settings.SLOTS))


@app.task(name="kauri.check_ratings")
def check_ratings() -> None:
    """Replay the ledger and note whether it agrees with the live ratings."""
    ratings.check(now=timezone.now())
