"""Keeps the history of what the platform did wrong."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import InterfaceError, OperationalError

from agents.terms.faults import PlatformFault
from tournaments.models import Incident, Match
from tournaments.models.leases import Leased
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

SEEN_LATELY = timedelta(hours=1)

OF_NO_ROW = (InterfaceError, OperationalError, MemoryError)
"""Errors that are no fault of the row in hand: a missing database, or no memory."""

_Row = TypeVar("_Row")


def note(
    kind: str, *, text: Sentence, now: datetime, worker: str = "", match: Match | None = None
) -> Incident:
    """Write an incident down; with the match and the attempt in hand where it concerns one."""
    return Incident.objects.create(
        kind=kind,
        match=match,
        attempt=match.attempt if match else 0,
        worker=worker,
        text=text,
        at=now,
    )


def note_once(kind: str, *, text: Sentence, now: datetime, worker: str = "") -> None:
    """The same, but not again within the hour for what a worker runs into all the time."""
    lately = Incident.objects.filter(kind=kind, worker=worker, text=text, at__gt=now - SEEN_LATELY)
    if not lately.exists():
        note(kind, text=text, now=now, worker=worker)


def failed_over(row: Leased, error: Exception, *, worker: str, now: datetime) -> None:
    """Count a failure of the platform over what a worker had leased, and tell of it."""
    logger.error("%s, attempt %s", row, row.attempt, exc_info=error)
    text = Sentence("unexpected", error=type(error).__name__, why=error)
    if isinstance(error, PlatformFault):
        text = Sentence("platform-failed", why=error)
    note_once(Incident.Kind.PLATFORM_FAULT, text=text, now=now, worker=worker)
    row.fail(now=now)


def each(rows: Iterable[_Row], work: Callable[[_Row], int], *, failed: str, now: datetime) -> int:
    """Do `work` for every row, and return the sum of what it returns.

    A row for which it fails holds up no other. The failure is logged, and noted as an incident with
    the code `failed`. The next run tries it again. A missing database, or no memory, is raised.
    """
    done = 0
    for row in rows:
        try:
            done += work(row)
        except OF_NO_ROW:
            raise
        except Exception as error:  # one tournament, whatever is wrong with it, stops no other
            logger.exception("%s: %s", failed, row)
            note_failed(row, error, failed=failed, now=now)
    return done


def note_failed(row: object, error: Exception, *, failed: str, now: datetime) -> None:
    """Note a fault over a row as an incident with the code `failed`."""
    text = Sentence(failed, row=row, error=f"{type(error).__name__}: {error}")
    note_once(Incident.Kind.PLATFORM_FAULT, text=text, now=now)
