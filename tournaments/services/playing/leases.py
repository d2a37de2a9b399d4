"""Leases that have run out: the match of a worker that fell silent is played again."""

import logging
from datetime import datetime

from tournaments.models import Incident, Match, ReplacedSeed
from tournaments.services import incidents
from tournaments.services.playing import reports
from tournaments.words import Sentence

logger = logging.getLogger(__name__)


def reap(*, now: datetime) -> int:
    """Queue again the matches whose worker fell silent; how many leases had run out."""
    expired = Match.objects.running().filter(lease_until__lt=now)
    return sum(_reap(match, now) for match in expired)


def _reap(match: Match, now: datetime) -> bool:
    worker, text = match.worker, Sentence("worker-silent", worker=match.worker)
    if not reports.fail(match, reason=text, now=now, why=ReplacedSeed.Why.SILENT):
        return False
    logger.warning("%s, attempt %s: %s", match, match.attempt, text)
    incidents.note(Incident.Kind.LEASE_EXPIRED, text=text, now=now, worker=worker, match=match)
    return True
