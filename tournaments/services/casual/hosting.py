"""A worker moves the bots of casual games, in a slot of its own kind.

It goes on from the row of a game, and lets go of it when a person thinks long or when others wait:
the next host starts the bots anew and plays on from the same row. So a worker that dies loses
nothing, and nobody who thinks keeps a slot.
"""

import logging
import time
from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from structlog.contextvars import bound_contextvars

from agents.sandbox import SandboxUnavailable
from agents.table.conditions import Conditions, SeatedBot
from agents.table.hosting import Host
from agents.terms.clock import preset
from tournaments.errors import Interrupted, StaleAttempt, StorageUnavailable
from tournaments.models import CasualGame, CasualSeat
from tournaments.models.matches import MAX_FAILURES
from tournaments.queries.casual.courses import bot_seeds, course_of
from tournaments.services import incidents
from tournaments.services.casual.changes import keep
from tournaments.services.casual.printing import keep_printed
from tournaments.services.playing.play import Worker, plays_nothing

logger = logging.getLogger(__name__)

LINGER_SECONDS = 60.0
"""How long bots stay at the board while a person thinks."""

YIELD_SECONDS = 2.0
"""So long at least, before a slot goes to another game that waits for one."""

LOOK_SECONDS = 0.1
"""Between two looks at the row while a person thinks."""

LONGEST_SECONDS = 1800.0
"""After so long another host goes on, at the next turn of a person."""

KEEP_SECONDS = 0.3
"""Actions of bots that follow each other quicker are kept together."""


def host_next(worker: Worker) -> bool:
    """Host the game that has waited longest; False when no other should follow."""
    game = claim(worker)
    if game is None:
        return False
    with bound_contextvars(casual=game.key, attempt=game.attempt):
        return _attempt(game, worker)


@transaction.atomic
def claim(worker: Worker) -> CasualGame | None:
    """Take the game whose turn it is; None without one. One that has killed three hosts is over."""
    now = worker.now()
    line = CasualGame.objects.for_hosts(now=now)
    game = line.select_for_update(skip_locked=True).first()
    if game is None or not game.claim(worker=worker.name, now=now, lease=worker.lease):
        return None
    if game.failures >= MAX_FAILURES:
        game.fail(now=now)
        return claim(worker)
    return game


def waiting(*, now: datetime, most: int) -> int:
    """How many games could be hosted now, up to `most`."""
    return CasualGame.objects.for_hosts(now=now)[:most].count()


def _attempt(game: CasualGame, worker: Worker) -> bool:
    try:
        _Hosting(game, worker).run()
    except (SandboxUnavailable, StorageUnavailable) as error:
        game.release()
        plays_nothing(error, host=worker.host or worker.name, now=worker.now())
        return False
    except (Interrupted, StaleAttempt) as error:
        logger.info("%s: %s", game, error)
        game.release()
    except Exception as error:  # noqa: BLE001 - none is swallowed: an incident tells of it
        incidents.failed_over(game, error, worker=worker.name, now=worker.now())
    else:
        game.release()
    return True


class _Hosting:
    """One attempt to host a game."""

    def __init__(self, game: CasualGame, worker: Worker) -> None:
        self._game = game
        self._worker = worker
        self._began = time.monotonic()
        self._due = worker.now() + worker.lease / 3

    def run(self) -> None:
        """Host until a person thinks long, another should have the slot, or the game is over."""
        while self._sitting():
            logger.info("%s was taken back, and its bots begin anew", self._game)

    def _sitting(self) -> bool:
        """Host with the same processes as long as they can go on; True where new ones should."""
        game = self._game
        game.refresh_from_db()
        if game.is_over:
            return False
        host = Host(course_of(game), self._bots(), self._conditions(), self._beat)
        try:
            with host:
                return self._play(host)
        finally:
            last, size = len(host.course.events), self._worker.limits.log_bytes
            keep_printed(game, host.printed(), last=last, size=size)

    def _play(self, host: Host) -> bool:
        """Go on with these processes; True where the game needs new ones."""
        if not self._keep(host):
            return True
        while not self._game.is_over:
            if host.bot_is_due:
                if not self._answer(host):
                    return True
            elif not self._wait(host):
                return False
            elif not self._follow(host):
                return True
        if host.course.state.is_terminal():
            host.finish()
        return False

    def _answer(self, host: Host) -> bool:
        """Let bots act until a person is due; False if the game has changed meanwhile."""
        kept = time.monotonic()
        while host.bot_is_due:
            host.answer()
            if time.monotonic() - kept > KEEP_SECONDS:
                kept = time.monotonic()
                if not self._keep(host):
                    return False
        return self._keep(host)

    def _keep(self, host: Host) -> bool:
        if len(host.course.events) == len(self._game.events):
            return not host.course.state.is_terminal() or self._game.is_over
        for seat, fault in enumerate(host.faults):
            if fault is not None:
                seats = CasualSeat.objects.filter(game=self._game, number=seat, fault__isnull=True)
                seats.update(fault=asdict(fault))
        return keep(self._game, host.course, now=self._worker.now(), failures=0)

    def _wait(self, host: Host) -> bool:
        """Wait for a person; False when it takes too long, or others wait for the slot."""
        began = time.monotonic()
        while not self._has_changed():
            waited = time.monotonic() - began
            if waited > LINGER_SECONDS or time.monotonic() - self._began > LONGEST_SECONDS:
                return False
            if waited > YIELD_SECONDS and waiting(now=self._worker.now(), most=1):
                return False
            host.wait(LOOK_SECONDS)
        return True

    def _has_changed(self) -> bool:
        rows = CasualGame.objects.filter(pk=self._game.pk, attempt=self._game.attempt)
        state = rows.values_list("state", flat=True).first()
        return state != self._game.state

    def _follow(self, host: Host) -> bool:
        """Do what people have done; False where something was taken back."""
        known, rewinds = len(host.course.events), self._game.rewinds
        attempt = self._game.attempt
        self._game.refresh_from_db()
        if self._game.attempt != attempt:
            self._game.attempt = attempt
            raise StaleAttempt("lease-lost", match=self._game, attempt=attempt)
        if self._game.rewinds != rewinds:
            return False
        host.follow(self._game.events[known:])
        return True

    def _beat(self) -> None:
        self._worker.alive()
        if self._worker.stopping():
            raise Interrupted("worker-stops", worker=self._worker.name)
        now = self._worker.now()
        if now >= self._due:
            self._due = now + self._worker.lease / 3
            if not self._game.hold(until=now + self._worker.lease):
                self._check_over()

    def _check_over(self) -> None:
        """A game that people have ended needs no lease; any other belongs to another host now."""
        if not CasualGame.objects.get(pk=self._game.pk).is_over:
            raise StaleAttempt("lease-lost", match=self._game, attempt=self._game.attempt)

    def _conditions(self) -> Conditions:
        limits = self._worker.limits
        control = preset(self._game.time_control, startup_seconds=limits.startup_seconds)
        return Conditions(control, limits, self._worker.isolation)

    def _bots(self) -> dict[int, SeatedBot]:
        seeds = bot_seeds(self._game)
        seats = self._game.seats.select_related("version__bot")
        return {
            seat.number: SeatedBot(
                seat.version.read_archive(),
                seat.version.bot.name,
                seat.version.number,
                seeds[seat.number],
            )
            for seat in seats
            if seat.version is not None
        }
