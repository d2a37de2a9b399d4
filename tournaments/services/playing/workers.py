"""A worker: how it claims a row, keeps the lease while it works, and ends the attempt."""

import contextlib
import logging
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from agents.sandbox import Isolation, SandboxUnavailable
from agents.table.conditions import Conditions, SeatedBot
from agents.terms.clock import preset
from agents.terms.limits import Limits
from tournaments.errors import Interrupted, StaleAttempt, StorageUnavailable
from tournaments.models import Incident, Version
from tournaments.models.leases import MAX_FAILURES, Leased
from tournaments.queries.playing import queue
from tournaments.services import incidents
from tournaments.services.playing.publishing import Publisher
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

_Row = TypeVar("_Row", bound=Leased)


def _never() -> bool:
    return False


def _do_nothing() -> None:
    pass


@dataclass(frozen=True)
class Worker:
    """A process that plays: its name, its sandbox, the length of its leases, and its clock.

    `host` is the machine's name, `rules` the games that it plays, with the versions of their rules.
    `alive` is called at every heartbeat. `publisher` shows its games to viewers.
    """

    name: str
    isolation: Isolation
    lease: timedelta
    now: Callable[[], datetime]
    stopping: Callable[[], bool] = _never
    alive: Callable[[], object] = _do_nothing
    limits: Limits = field(default_factory=Limits)
    host: str = ""
    rules: Set[tuple[str, int]] = field(default_factory=queue.rules_here)
    publisher: Publisher = field(default_factory=Publisher)

    def conditions(self, time_control: str) -> Conditions:
        """Return the conditions for bots; the operator may have set the start-up time."""
        control = preset(time_control, startup_seconds=self.limits.startup_seconds)
        return Conditions(control, self.limits, self.isolation)

    def deputised(self) -> "Worker":
        """Return the worker as its deputy needs it."""
        return replace(self, stopping=_never, alive=_do_nothing, publisher=Publisher())


def seated(version: Version, seed: int) -> SeatedBot:
    """Return a version at a seat, with the seed of its own random choices."""
    return SeatedBot(version.read_archive(), version.bot.name, version.number, seed)


def go_on(do_next: Callable[[], bool], *, enough: Callable[[], bool]) -> bool:
    """Repeat `do_next` until `enough`; return False when there is nothing more to do."""
    while do_next():
        if enough():
            return True
    return False


@transaction.atomic
def take(line: QuerySet[_Row], worker: Worker, *, now: datetime, **changes: Any) -> _Row | None:
    """Claim the first row that no other worker is claiming at this moment; None if there is none.

    A row that has killed too many workers is given up, and the next one is claimed.
    """
    row = line.select_for_update(skip_locked=True, of=("self",)).first()
    if row is None or not row.claim(worker=worker.name, now=now, lease=worker.lease, **changes):
        return None
    if row.failures >= MAX_FAILURES:
        row.give_up(now=now)
        return take(line, worker, now=now, **changes)
    return row


@contextlib.contextmanager
def attempt(row: Leased, worker: Worker) -> Iterator[None]:
    """Release a claimed row when the work on it ends; an error counts as a platform failure.

    Raises SandboxUnavailable and StorageUnavailable, which concern the host and not the row.
    """
    try:
        yield
    except (SandboxUnavailable, StorageUnavailable):
        row.release()
        raise
    except (Interrupted, StaleAttempt) as error:
        logger.info("%s: %s", row, error)
        row.release()
    except Exception as error:
        logger.exception("%s, attempt %s", row, row.attempt)
        reason, now = incidents.reason_of(error), worker.now()
        incidents.note_once(Incident.Kind.PLATFORM_FAULT, text=reason, now=now, worker=worker.name)
        row.fail(reason=reason, now=now)
    else:
        row.release()


class Heart:
    """The heartbeat of an attempt: renews its lease, and ends it when the worker stops."""

    def __init__(self, row: Leased, worker: Worker) -> None:
        self._row = row
        self._worker = worker
        self._due = worker.now() + worker.lease / 3

    def beat(self) -> None:
        """Call this at least once a second. Raises Interrupted and StaleAttempt."""
        worker = self._worker
        worker.alive()
        if worker.stopping():
            raise Interrupted("worker-stops", worker=worker.name)
        now = worker.now()
        if now >= self._due:
            self._due = now + worker.lease / 3
            if not self._row.step(lease_until=now + worker.lease):
                self.lost()

    def lost(self) -> None:
        """Raise StaleAttempt: the row belongs to another attempt, or has ended."""
        raise StaleAttempt("lease-lost", match=self._row, attempt=self._row.attempt)


def plays_nothing(
    error: SandboxUnavailable | StorageUnavailable, *, host: str, now: datetime
) -> None:
    """Report a host without sandboxes or archives: in the log, and as an incident once an hour."""
    logger.error("this host plays nothing: %s", error)
    kind = Incident.Kind.SANDBOX_UNAVAILABLE
    text = Sentence("host-plays-nothing", host=host, why=error)
    if isinstance(error, StorageUnavailable):
        # Its own text names an archive, which differs at every try: `note_once` would not match.
        kind, text = Incident.Kind.PLATFORM_FAULT, Sentence("host-without-archives", host=host)
    incidents.note_once(kind, text=text, now=now, worker=host)
