"""The history of the platform's own faults."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError

from agents.terms.faults import PlatformFault
from tournaments.models import Incident, Match
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

SEEN_LATELY = timedelta(hours=1)

_OF_NO_ROW = (InterfaceError, OperationalError, MemoryError)
"""Errors that are no fault of the row in hand: a missing database, or no memory."""

_Row = TypeVar("_Row")
_Result = TypeVar("_Result")


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

    A failure at one row does not stop the others, and is tried again by the next run.
    """
    done = (attempt(row, partial(work, row), failed=failed, now=now) for row in rows)
    return sum(result or 0 for result in done)


def attempt(
    row: object, work: Callable[[], _Result], *, failed: str, now: datetime
) -> _Result | None:
    """Return what `work` returns; None after a failure at this row.

    A failure is logged, and noted as an incident with the code `failed`. A missing database, or no
    memory, is raised.
    """
    try:
        return work()
    except _OF_NO_ROW:
        raise
    except Exception as error:  # one row, whatever is wrong with it, stops no other
        logger.exception("%s: %s", failed, row)
        text = Sentence(failed, row=row, error=f"{type(error).__name__}: {error}")
        note_once(Incident.Kind.PLATFORM_FAULT, text=text, now=now)
        return None
