"""How far the dice favoured each seat of a match, computed when it is over and nobody waits."""

import time
from datetime import datetime, timedelta

from django.db.models import QuerySet

import engine
from tournaments.models import Match
from tournaments.queries import queue
from tournaments.statistics.luck import luck

BACK = timedelta(days=7)
"""Matches that ended longer ago are left without."""

SECONDS = 3.0
"""What one run may take, give or take one match: it shares its worker with the tick."""

MOST = 100


def compute_due(*, now: datetime, seconds: float = SECONDS) -> int:
    """Compute the luck of matches that have none yet, the latest first; how many that were."""
    end = time.monotonic() + seconds
    done = 0
    for match in _due(now)[:MOST]:
        if time.monotonic() >= end:
            break
        compute(match)
        done += 1
    return done


def compute(match: Match) -> None:
    """Compute and keep the luck of a finished match of a game in which something is thrown."""
    found = luck(match.tournament.variant.key, bytes(match.seed))
    seats = [round(value, 4) for value in found.seats]
    errors = [round(value, 4) for value in found.errors]
    Match.objects.filter(pk=match.pk).update(luck={"seats": seats, "errors": errors})


def _due(now: datetime) -> QuerySet[Match]:
    thrown = {info.id: info.rules_version for info in engine.games() if info.has_chance}
    rows = Match.objects.filter(
        queue.plays(thrown.items(), variant="tournament__variant"),
        status=Match.Status.FINISHED,
        luck__isnull=True,
        ended_at__gt=now - BACK,
    )
    return rows.select_related("tournament__variant").order_by("-ended_at")
