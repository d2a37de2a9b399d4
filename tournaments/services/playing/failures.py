"""Attempts at a match that end early: stopped, lost, failed or silent."""

import contextlib
import logging
from collections.abc import Iterator
from datetime import datetime

from agents.sandbox import SandboxUnavailable
from agents.terms.faults import HostStalled, PlatformFault
from tournaments import dispatch
from tournaments.errors import Interrupted, StaleAttempt, StorageUnavailable
from tournaments.models import Incident, Match, ReplacedSeed
from tournaments.services import incidents
from tournaments.services.playing import reports
from tournaments.services.playing.workers import Worker, plays_nothing
from tournaments.words import Sentence

logger = logging.getLogger(__name__)


@contextlib.contextmanager
def handled(match: Match, worker: Worker) -> Iterator[None]:
    """Handle a failed attempt once; re-raise what concerns the host."""
    try:
        yield
    except (SandboxUnavailable, StorageUnavailable):
        raise
    except Exception as error:  # noqa: BLE001 - none is swallowed: `_handle` logs it
        if not match.attempt_over:
            match.attempt_over = True
            _handle(error, match, worker)


def _handle(error: Exception, match: Match, worker: Worker) -> None:
    if isinstance(error, Interrupted):
        match.hand_back(now=worker.now())
        logger.info("handed back %s, attempt %s", match, match.attempt)
    elif isinstance(error, StaleAttempt):
        _drop(error, match, worker)
    else:
        _fail(error, match, worker)


def _drop(error: StaleAttempt, match: Match, worker: Worker) -> None:
    """Note a lost lease as an incident, unless a person has voided the match."""
    if Match.objects.get(pk=match.pk).was_called_off:
        logger.info("%s was called off while it was played, attempt %s", match, match.attempt)
    else:
        logger.warning("%s", error)
        _note(Incident.Kind.STALE_REPORT, match, error.sentence, worker)


def _fail(error: Exception, match: Match, worker: Worker) -> None:
    """Count a platform failure. An unforeseen error counts as one, never as a bot's fault."""
    reason, foreseen = incidents.reason_of(error), isinstance(error, PlatformFault)
    trace = None if foreseen else error
    logger.error("%s, attempt %s: %s", match, match.attempt, reason, exc_info=trace)
    stalled = isinstance(error, HostStalled)
    kind = Incident.Kind.HOST_STALLED if stalled else Incident.Kind.PLATFORM_FAULT
    _note(kind, match, reason, worker)
    if reports.fail(match, reason=reason, now=worker.now()):
        dispatch.wake(dispatch.ADVANCE)


def _note(kind: str, match: Match, text: Sentence, worker: Worker) -> None:
    incidents.note(kind, text=text, now=worker.now(), worker=worker.name, match=match)


def leave(match: Match, error: SandboxUnavailable | StorageUnavailable, *, worker: Worker) -> None:
    """Requeue a match that this host cannot play; keep its seed if no game has begun."""
    if match.has_begun:
        match.hand_back(now=worker.now())
    else:
        match.release()
    plays_nothing(error, host=worker.host or worker.name, now=worker.now())


def reap(*, now: datetime) -> int:
    """Requeue the matches of silent workers; return the number of expired leases."""
    return sum(_reap(match, now) for match in Match.objects.running().filter(lease_until__lt=now))


def _reap(match: Match, now: datetime) -> bool:
    worker, text = match.worker, Sentence("worker-silent", worker=match.worker)
    if not reports.fail(match, reason=text, now=now, why=ReplacedSeed.Why.SILENT):
        return False
    logger.warning("%s, attempt %s: %s", match, match.attempt, text)
    incidents.note(Incident.Kind.LEASE_EXPIRED, text=text, now=now, worker=worker, match=match)
    return True
