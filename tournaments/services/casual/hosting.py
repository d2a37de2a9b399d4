"""Moves the bots of casual games, by a worker in slots of their own.

It continues from the row of a game. It releases the row when a person thinks for long, or when
other games wait. The next host starts the bots again and continues from the same row. So a worker
that dies loses nothing, and a person who thinks does not keep a slot.
"""

import logging
import time
from dataclasses import asdict
from datetime import datetime

from structlog.contextvars import bound_contextvars

from agents.sandbox import SandboxUnavailable
from agents.table.conditions import SeatedBot
from agents.table.hosting import Host
from tournaments.errors import StaleAttempt, StorageUnavailable
from tournaments.models import CasualGame, CasualSeat
from tournaments.queries.casual.courses import bot_seeds, course_of
from tournaments.services.casual import rated
from tournaments.services.casual.changes import keep
from tournaments.services.casual.printing import keep_printed
from tournaments.services.playing.workers import (
    Heart,
    Worker,
    attempt,
    plays_nothing,
    seated,
    take,
)

logger = logging.getLogger(__name__)

LINGER_SECONDS = 60.0
"""How long bots stay at the board while a person thinks."""

YIELD_SECONDS = 2.0
"""The least time before a slot goes to another game that waits for one."""

LOOK_SECONDS = 0.03
"""The time between two reads of the row while a person thinks."""

LONGEST_SECONDS = 1800.0
"""After this time another host continues, at the next turn of a person."""

KEEP_SECONDS = 0.3
"""Actions of bots that follow each other faster are stored together."""


def host_next(worker: Worker) -> bool:
    """Host the game that has waited longest; return False to stop, as `play_next` does."""
    game = claim(worker)
    if game is None:
        return False
    with bound_contextvars(casual=game.key, attempt=game.attempt):
        return _attempt(game, worker)


def claim(worker: Worker) -> CasualGame | None:
    """Claim the game whose turn it is. One that has crashed three hosts ends without a result."""
    now = worker.now()
    return take(CasualGame.objects.for_hosts(now=now), worker, now=now)


def waiting(*, now: datetime, most: int) -> int:
    """Return how many games could be hosted now, up to `most`."""
    return CasualGame.objects.for_hosts(now=now)[:most].count()


def _attempt(game: CasualGame, worker: Worker) -> bool:
    try:
        with attempt(game, worker):
            _Hosting(game, worker).run()
        game.refresh_from_db()
        rated.settle(game, now=worker.now())
    except (SandboxUnavailable, StorageUnavailable) as error:
        plays_nothing(error, host=worker.host or worker.name, now=worker.now())
        return False
    return True


class _GameHeart(Heart):
    """The heartbeat of a casual game. A game that people have ended needs no lease."""

    def lost(self) -> None:
        """Raise StaleAttempt, unless the game is over."""
        if not CasualGame.objects.get(pk=self._row.pk).is_over:
            super().lost()


class _Hosting:
    """One attempt to host a game."""

    def __init__(self, game: CasualGame, worker: Worker) -> None:
        self._game = game
        self._worker = worker
        self._began = time.monotonic()
        self._heart = _GameHeart(game, worker)

    def run(self) -> None:
        """Host until a person thinks for long, another game needs the slot, or this one is over."""
        while self._sitting():
            logger.info("%s was taken back, and its bots start again", self._game)

    def _sitting(self) -> bool:
        """Host with one set of processes; return True if the game needs new ones."""
        game = self._game
        game.refresh_from_db()
        if game.is_over:
            return False
        conditions = self._worker.conditions(game.time_control)
        host = Host(course_of(game), self._bots(), conditions, self._heart.beat)
        try:
            with host:
                return self._play(host)
        finally:
            last, size = len(host.course.events), self._worker.limits.log_bytes
            keep_printed(game, host.printed(), last=last, size=size)

    def _play(self, host: Host) -> bool:
        """Play on with these processes; return True if the game needs new ones."""
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
            host.play.finish()
        return False

    def _answer(self, host: Host) -> bool:
        """Let bots act until a person is due; return False if the game has changed since."""
        stored_at = time.monotonic()
        while host.bot_is_due:
            host.answer()
            if time.monotonic() - stored_at > KEEP_SECONDS:
                stored_at = time.monotonic()
                if not self._keep(host):
                    return False
        return self._keep(host)

    def _keep(self, host: Host) -> bool:
        if len(host.course.events) == len(self._game.events):
            return not host.course.state.is_terminal() or self._game.is_over
        for seat, fault in enumerate(host.play.faults):
            if fault is not None:
                seats = CasualSeat.objects.filter(game=self._game, number=seat, fault__isnull=True)
                seats.update(fault=asdict(fault))
        return keep(self._game, host.course, now=self._worker.now(), failures=0)

    def _wait(self, host: Host) -> bool:
        """Wait for a person; return False after too long, or if other games wait for the slot."""
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
        """Apply what people have done; return False if a move was taken back."""
        seen, rewinds = len(host.course.events), self._game.rewinds
        attempt = self._game.attempt
        self._game.refresh_from_db()
        if self._game.attempt != attempt:
            self._game.attempt = attempt
            raise StaleAttempt("lease-lost", match=self._game, attempt=attempt)
        if self._game.rewinds != rewinds:
            return False
        host.course.follow(self._game.events[seen:])
        return True

    def _bots(self) -> dict[int, SeatedBot]:
        seeds = bot_seeds(self._game)
        seats = self._game.seats.select_related("version__bot")
        return {
            seat.number: seated(seat.version, seeds[seat.number])
            for seat in seats
            if seat.version is not None and seat.is_hosted_bot
        }
