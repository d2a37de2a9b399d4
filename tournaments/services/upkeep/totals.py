"""Stores the totals of what has been played, so that the metrics count only what is new."""

from datetime import datetime, timedelta

from django.db import transaction

from tournaments.models import PlayedTotals
from tournaments.queries.playing import totals

SETTLED = timedelta(minutes=10)
"""What ended longer ago is in the database: reports are committed soon after their time."""


def keep(*, now: datetime) -> None:
    """Add to the totals what has ended since they were stored."""
    with transaction.atomic():
        row = PlayedTotals.objects.select_for_update().first()
        if row is None:
            _store(totals.Totals(), None, now - SETTLED)
        elif row.until < now - SETTLED:
            _store(totals.of(row), row.until, now - SETTLED)


def count_again(*, now: datetime) -> None:
    """Count everything again, whatever has been stored: a clock may have been wrong."""
    _store(totals.Totals(), None, now - SETTLED)


def _store(known: totals.Totals, after: datetime | None, until: datetime) -> None:
    found = known + totals.ended(after=after, until=until)
    row = {"games": found.games, "matches": found.matches, "sandboxes": found.sandboxes}
    PlayedTotals.objects.update_or_create(pk=1, defaults={"until": until, **row})
