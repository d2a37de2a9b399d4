"""The calendar: tournaments that run and come, and the dates of series for which none exists."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from tournaments.models import Player, Series, Tournament
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries import tournament_lists
from tournaments.queries.tournaments import series

AHEAD = timedelta(days=62)
"""How far ahead the calendar lists the dates of series."""

MOST = 200
"""The most tournaments that the calendar lists."""

MOST_DATES = 10
"""The most dates of a series that the calendar lists."""

PAST = timedelta(days=30)
"""How long a finished tournament stays in the files of the calendar."""


@dataclass(frozen=True)
class Date:
    """A tournament of the calendar, or a date of a series for which it is not made yet."""

    starts_at: datetime
    subject: Tournament | Series

    @property
    def is_made(self) -> bool:
        return isinstance(self.subject, Tournament)


def running(viewer: Player | AnonymousUser) -> TournamentQuerySet:
    """The tournaments that are under way, without ladders."""
    return _listed(viewer).begun()


def to_come(viewer: Player | AnonymousUser, *, now: datetime) -> list[Date]:
    """All dates to come, the first one first."""
    scheduled = _listed(viewer).scheduled().order_by("starts_at", "pk")[:MOST]
    dates = [Date(row.starts_at, row) for row in scheduled]
    return sorted([*dates, *_of_series(viewer, now)], key=lambda date: date.starts_at)


def active_series(viewer: Player | AnonymousUser) -> Iterator[Series]:
    """The series that have not ended, by name."""
    return iter(series.visible_to(viewer).filter(ended_at=None).order_by("name", "pk")[:MOST])


def published(*, now: datetime) -> TournamentQuerySet:
    """The tournaments that everybody may see, in the files of the calendar."""
    lately = Q(ended_at=None) | Q(ended_at__gt=now - PAST)
    return _listed(AnonymousUser()).filter(lately).order_by("-created_at", "-pk")[:MOST]


def _listed(viewer: Player | AnonymousUser) -> TournamentQuerySet:
    rows = tournament_lists.listed(viewer).without_ladders().select_related("series")
    return rows.exclude(format=Tournament.Format.TRIAL)


def _of_series(viewer: Player | AnonymousUser, now: datetime) -> Iterator[Date]:
    for row in active_series(viewer):
        for moment in series.dates_to_come(row, now=now, most=MOST_DATES):
            if moment < now + AHEAD:
                yield Date(moment, row)
