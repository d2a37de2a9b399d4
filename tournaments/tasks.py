"""Celery's tasks: each makes one call into the services, and some wake the next.

A worker that stops does not finish its match: it hands it back, and another worker plays it.
"""

import ctypes
import faulthandler
import os
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import SystemRandom

import billiard
from celery.signals import worker_init, worker_process_init, worker_shutting_down
from django.conf import settings
from django.utils import timezone

from agents import sandbox
from tournaments import backups, dispatch
from tournaments.machinery.messages import live_logs
from tournaments.machinery.messages.celery import app
from tournaments.machinery.processes import garbage, programs, slots, vitals
from tournaments.machinery.processes.deputies import Deputy
from tournaments.models import LastDone
from tournaments.queries.playing import queue
from tournaments.queries.playing.luck import due
from tournaments.services.analysis import analyses, luck
from tournaments.services.bots import checks, forgetting, trials
from tournaments.services.casual import absence, hints, hosting, rated
from tournaments.services.notices import deliveries
from tournaments.services.playing import failures, hosts, play
from tournaments.services.playing.clerks import ClerkBeside
from tournaments.services.playing.publishing import Publisher, PublisherBeside
from tournaments.services.playing.workers import Worker, go_on, plays_nothing
from tournaments.services.ratings import fits, live
from tournaments.services.tournaments import (
    ladder,
    lifecycle,
    provisional,
    rules_versions,
    series,
    tables,
    withdrawals,
)
from tournaments.services.upkeep import nightly, totals

REPORT_SECONDS = 60
"""How long a process may take, beyond its lease, to report a game and to start the next."""

STRETCH_SECONDS = 60
"""After this time a task ends with its current match, and sends a message to go on."""

CASUAL_LEASE = timedelta(seconds=15)
"""Shorter than that of a match: people wait until another worker replaces one that has died."""

_PR_SET_PDEATHSIG = 1

_stop_asked = False
_deputy: Deputy | None = None


@worker_init.connect
def _tell_of_this_host(**_details: object) -> None:
    """Register the host of this worker, and then its heartbeats."""
    vitals.start(hosts.register, hosts.seen)


@worker_init.connect
def share_what_is_loaded(**_details: object) -> None:
    """Collect garbage rarely, since it writes to memory that a worker's processes share."""
    garbage.look_seldom()


@worker_process_init.connect
def _stop_with_the_worker(**_details: object) -> None:
    """Let this process end when its worker is killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _ask_to_stop(_number: int, _frame: object) -> None:
    global _stop_asked  # noqa: PLW0603 - a signal handler has nowhere else to leave word
    _stop_asked = True


@worker_shutting_down.connect
def _stop_matches(**_details: object) -> None:
    """Ask the processes of a worker that stops to stop as well, and not to finish first.

    One that replaces them meanwhile inherits the word, and claims nothing.
    """
    _ask_to_stop(signal.SIGTERM, None)
    for process in billiard.active_children():
        process.terminate_controlled()


def _leave(_number: int, _frame: object) -> None:
    raise SystemExit(0)


def _worker(publisher: Publisher, isolation: sandbox.Isolation | None = None) -> Worker:
    return Worker(
        name=f"{socket.gethostname()}:{os.getpid()}",
        isolation=isolation or sandbox.choose(settings.ISOLATION),
        lease=timedelta(seconds=settings.LEASE_SECONDS),
        now=timezone.now,
        stopping=lambda: _stop_asked,
        limits=settings.LIMITS,
        alive=_show_life,
        host=socket.gethostname(),
        publisher=publisher,
    )


def _caged_worker(publisher: Publisher) -> Worker | None:
    """Return this process's worker; report a host without sandboxes, and return None."""
    try:
        return _worker(publisher)
    except sandbox.SandboxUnavailable as error:
        plays_nothing(error, host=socket.gethostname(), now=timezone.now())
        return None


def _show_life() -> None:
    """End this process, with a traceback, if this is not called again before its lease ends.

    Another worker has its match by then, and the process would only hold a slot.
    """
    patience = settings.LEASE_SECONDS + REPORT_SECONDS
    faulthandler.dump_traceback_later(patience, exit=True, file=2)


def _play_next(task: str, *, validation: bool) -> None:
    """Play for a while, then send the task again, unless nothing waits or the worker stops."""

    def work() -> bool:
        if not validation:
            _have_a_deputy()
        return _play_in_a_slot(validation=validation)

    _stoppable(task, work)


def _stoppable(task: str, work: Callable[[], bool]) -> None:
    """Work for a while, then send the task again if there is more; SIGTERM asks to stop."""
    # Set here, since Celery's pool replaces a handler that is set at any earlier moment.
    before = signal.signal(signal.SIGTERM, _ask_to_stop)
    try:
        played = not _stop_asked and work()
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGTERM, before)
    if _stop_asked:
        # Exit before the next message, but after Celery has noted the end of this one.
        signal.signal(signal.SIGALRM, _leave)
        signal.alarm(1)
    elif played:
        dispatch.wake(task)


def _have_a_deputy() -> None:
    """Start the deputy unless it runs; before a slot is held, whose lock it would inherit."""
    global _deputy  # noqa: PLW0603 - it belongs to the process
    if _deputy is None or _deputy.gone:
        _deputy = Deputy()


def _play_in_a_slot(*, validation: bool) -> bool:
    """Play if the host has a free slot. If not, the end of a match or the tick sends the task.

    Checks have slots of their own, so an upload never waits for games of a tournament.
    """
    kind, number = ("check", settings.CHECK_SLOTS) if validation else ("play", settings.SLOTS)
    with slots.held(slots.folder(settings.VAR), kind=kind, number=number) as slot:
        return slot is not None and _play_caged(validation=validation)


def _play_caged(*, validation: bool) -> bool:
    with PublisherBeside(live_logs.logs()) as publisher:
        worker = _caged_worker(publisher)
        return worker is not None and play.play_on(
            worker,
            validation=validation,
            enough=_stretch(),
            clerk=ClerkBeside(None if validation else _deputy),
        )


def _stretch() -> Callable[[], bool]:
    """Return a function: whether this process has worked long enough, or is asked to stop."""
    until = time.monotonic() + STRETCH_SECONDS
    return lambda: _stop_asked or time.monotonic() >= until


def _host_in_a_slot() -> bool:
    """Move bots of casual games if the host has a free slot for them."""
    place, number = slots.folder(settings.VAR), settings.CASUAL_SLOTS
    with slots.held(place, kind="casual", number=number) as slot:
        worker = _caged_worker(Publisher()) if slot is not None else None
        if worker is None:
            return False
        brief = replace(worker, lease=min(worker.lease, CASUAL_LEASE))
        return go_on(lambda: hosting.host_next(brief), enough=_stretch())


def _analyse_in_a_slot() -> bool:
    """Give hints and analyse games unless another process of this host does.

    No bots run, so no sandbox.
    """
    place, number = slots.folder(settings.VAR), programs.ANALYSES
    with slots.held(place, kind="analysis", number=number) as slot:
        if slot is None:
            return False
        worker = _worker(Publisher(), sandbox.Isolation.NONE)

        def work() -> bool:
            return hints.work_next(now=timezone.now()) or analyses.work_next(worker)

        return go_on(work, enough=_stretch())


def _judge_in_a_slot() -> bool:
    """Judge luck unless another process of this host does, so that it takes one core at most."""
    with slots.held(slots.folder(settings.VAR), kind="luck", number=programs.JUDGES) as slot:
        return slot is not None and luck.judge_due(now=timezone.now(), enough=_stretch())


@app.task(name=dispatch.PLAY)
def play_match() -> None:
    """Play the tournament match whose turn it is."""
    _play_next(dispatch.PLAY, validation=False)


@app.task(name=dispatch.VALIDATE)
def validate_version() -> None:
    """Check the uploaded version whose turn it is."""
    _play_next(dispatch.VALIDATE, validation=True)


@app.task(name=dispatch.CASUAL)
def host_casual() -> None:
    """Move the bots of the casual game that has waited longest."""
    _stoppable(dispatch.CASUAL, _host_in_a_slot)


@app.task(name=dispatch.BOARDS)
def tend_boards() -> None:
    """Begin, continue and report the matches in which remote bots play."""
    rated.tend(now=timezone.now())


@app.task(name=dispatch.ANALYSE)
def analyse_game() -> None:
    """Say what the judge would do, and analyse the finished game that has waited longest."""
    _stoppable(dispatch.ANALYSE, _analyse_in_a_slot)


@app.task(name=dispatch.LUCK)
def judge_luck() -> None:
    """Judge the luck of the matches that have waited longest."""
    _stoppable(dispatch.LUCK, _judge_in_a_slot)


@app.task(name=dispatch.ADVANCE)
def advance() -> None:
    """Settle entries whose check has ended, and advance tournaments and trials."""
    now = timezone.now()
    provisional.settle(now=now, patience=timedelta(hours=settings.PAUSE_HOURS))
    lifecycle.advance(now=now)
    trials.advance(now=now)


@app.task(name="kauri.tick")
def tick() -> None:
    """Make up for lost messages and lost workers."""
    now = timezone.now()
    absence.excuse_outage(now=now)
    LastDone.note(LastDone.Name.TICK, now=now)
    lifecycle.start_due(now=now)
    series.make_due(now=now)
    rated.tend(now=now)  # before silent workers are looked for: it renews leases
    failures.reap(now=now)
    live.enter_left(now=now)
    live_logs.logs().sweep()
    withdrawals.withdraw_absent(now=now, patience=timedelta(hours=settings.PAUSE_HOURS))
    rules_versions.hold(now=now)
    checks.retry(now=now)
    provisional.settle(now=now, patience=timedelta(hours=settings.PAUSE_HOURS))
    lifecycle.advance(now=now)
    trials.advance(now=now)
    ladder.tend(now=now, rng=SystemRandom())
    absence.end_overdue(now=now)
    wanted = hosting.waiting(now=now, most=settings.CASUAL_SLOTS)
    if wanted:
        dispatch.wake(dispatch.CASUAL, times=wanted)
    if hints.are_wanted(now=now) or analyses.are_wanted(now=now):
        dispatch.wake(dispatch.ANALYSE)
    if due().exists():
        dispatch.wake(dispatch.LUCK)
    if deliveries.are_wanted(now=now):
        dispatch.wake(dispatch.DELIVER)
    if tables.are_wanted():
        dispatch.wake(dispatch.TABLES)
    for task, waiting in play.waiting(now=now, most=queue.slots_alive(now=now)).items():
        dispatch.wake(task, times=waiting)


@app.task(name=dispatch.TABLES)
def compute_tables() -> None:
    """Compute the requested tables of tournaments."""
    tables.compute_wanted(now=timezone.now())


@app.task(name=dispatch.DELIVER)
def deliver() -> None:
    """Send queued notices, unless another process of this host does."""
    with slots.held(slots.folder(settings.VAR), kind="delivery", number=1) as slot:
        if slot is not None and deliveries.send(now=timezone.now()):
            dispatch.wake(dispatch.DELIVER)


@app.task(name=dispatch.FORGET)
def forget() -> None:
    """Remove the code and the logs of deleted versions."""
    forgetting.forget(now=timezone.now())


@app.task(name="kauri.refresh_fits")
def refresh_fits() -> None:
    """Compute the small leaderboards that have new rated games."""
    fits.refresh(now=timezone.now())


@app.task(name="kauri.keep_totals")
def keep_totals() -> None:
    """Add what has ended recently to the totals with which the metrics begin."""
    totals.keep(now=timezone.now())


@app.task(name=dispatch.NIGHTLY)
def do_nightly() -> None:
    """Do the next nightly job, unless another process of this host does one."""
    with slots.held(slots.folder(settings.VAR), kind="night", number=1) as slot:
        if slot is not None and nightly.do_next(now=timezone.now(), last=_last_jobs()):
            dispatch.wake(dispatch.NIGHTLY)


def _last_jobs() -> dict[str, nightly.Job]:
    if not settings.BACKUPS:
        return {}
    return {LastDone.Name.PROOF: lambda now: backups.prove_newest(now=now)}
