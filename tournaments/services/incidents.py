"""The history of the platform's own faults."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError

from agents.terms.faults import PlatformFault
from tournaments.models import Incident, Match
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

SEEN_LATELY = timedelta(hours=1)

OF_NO_ROW = (InterfaceError, OperationalError, MemoryError)
"""Errors that are no fault of the row in hand: a missing database, or no memory."""

_Row = TypeVar("_Row")


def note(
    kind: str, *, text: Sentence, now: datetime, worker: str = "", match: Match | None = None
) -> Incident:
    """Store an incident, with the match and its attempt if it concerns one."""
    return Incident.objects.create(
        kind=kind,
        match=match,
        attempt=match.attempt if match else 0,
        worker=worker,
        text=text,
        at=now,
    )


def alarm(kind: str, *, text: Sentence, now: datetime, **concerned: Any) -> None:
    """Store an incident as `note` does, and log it as an error."""
    logger.error("%s", text)
    note(kind, text=text, now=now, **concerned)


def note_once(kind: str, *, text: Sentence, now: datetime, worker: str = "") -> None:
    """Store an incident, but at most once an hour for the same worker and text."""
    lately = Incident.objects.filter(kind=kind, worker=worker, text=text, at__gt=now - SEEN_LATELY)
    if not lately.exists():
        note(kind, text=text, now=now, worker=worker)


def reason_of(error: Exception) -> Sentence:
    """Return what staff read about an error that ended an attempt."""
    if isinstance(error, PlatformFault):
        return Sentence("platform-failed", why=error)
    return Sentence("unexpected", error=type(error).__name__, why=error)


def each(rows: Iterable[_Row], work: Callable[[_Row], int], *, failed: str, now: datetime) -> int:
    """Do `work` for every row, and return the sum of what it returns.

    A failure at one row does not stop the others: it is logged, noted as an incident with the code
    `failed`, and tried again by the next run. A missing database, or no memory, is raised.
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
    """Note a failure at a row as an incident with the code `failed`."""
    text = Sentence(failed, row=row, error=f"{type(error).__name__}: {error}")
    note_once(Incident.Kind.PLATFORM_FAULT, text=text, now=now)
