"""How far the dice favoured each seat of a match, computed when it is over and nobody waits."""

import time
from datetime import datetime, timedelta
from itertools import takewhile

from django.db.models import QuerySet

import engine
from tournaments.models import Match
from tournaments.queries import queue
from tournaments.services import incidents
from tournaments.statistics.luck import luck

BACK = timedelta(days=7)
"""Matches that ended longer ago are left without."""

SECONDS = 3.0
"""What one run may take, give or take one match: it shares its worker with the tick."""

MOST = 100


def compute_due(*, now: datetime, seconds: float = SECONDS) -> int:
    """Compute the luck of matches that have none yet, the latest first; how many that were."""
    end = time.monotonic() + seconds
    in_time = takewhile(lambda _match: time.monotonic() < end, _due(now)[:MOST])
    return incidents.each(in_time, compute, what="compute the luck of", now=now)


def compute(match: Match) -> bool:
    """Compute and keep the luck of a finished match of a game in which something is thrown."""
    found = luck(match.tournament.variant.key, bytes(match.seed))
    seats = [round(value, 4) for value in found.seats]
    errors = [round(value, 4) for value in found.errors]
    return Match.objects.filter(pk=match.pk).update(luck={"seats": seats, "errors": errors}) == 1


def _due(now: datetime) -> QuerySet[Match]:
    thrown = {info.id: info.rules_version for info in engine.games() if info.has_chance}
    rows = Match.objects.filter(
        queue.plays(thrown.items(), variant="tournament__variant"),
        status=Match.Status.FINISHED,
        luck__isnull=True,
        ended_at__gt=now - BACK,
    )
    return rows.select_related("tournament__variant").order_by("-ended_at")
