"""The calendar of tournaments: a page, an Atom feed, and a file for calendar programs."""

from datetime import datetime
from zoneinfo import ZoneInfo

import icalendar
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from agents.words.speech import say
from tournaments.models import Series, Tournament
from tournaments.models.notices import on_one_line
from tournaments.queries import tournament_lists
from tournaments.queries.people import ties
from tournaments.queries.tournaments import calendar as query
from tournaments.web.alike import alike


@require_safe
@alike(ties.to_private_tournaments)
def calendar(request: HttpRequest) -> HttpResponse:
    """What runs, what comes, day by day, and what recurs."""
    now = timezone.now()
    context = {
        "running": tournament_lists.counted(query.running(request.user)),
        "dates": query.to_come(request.user, now=now),
        "series": list(query.active_series(request.user)),
    }
    return render(request, "tournaments/calendar.html", context)


class CalendarFeed(Feed[Tournament, None]):
    """The tournaments that everybody may see, the newest first."""

    feed_type = Atom1Feed

    def title(self) -> str:
        return gettext("Kauri: tournaments")

    def subtitle(self) -> str:
        return gettext("Tournaments that come, run, or have ended lately.")

    def link(self) -> str:
        return f"{settings.SITE}{reverse('calendar')}"

    def items(self) -> list[Tournament]:
        return list(query.published(now=timezone.now()))

    def item_title(self, item: Tournament) -> str:
        return on_one_line(str(item))

    def item_description(self, item: Tournament) -> str:
        return _described(item)

    def item_link(self, item: Tournament) -> str:
        return f"{settings.SITE}{item.get_absolute_url()}"

    def item_pubdate(self, item: Tournament) -> datetime:
        return item.created_at

    def item_updateddate(self, item: Tournament) -> datetime:
        return item.ended_at or item.started_at or item.created_at


feed = require_safe(CalendarFeed())


@require_safe
def file(_request: HttpRequest) -> HttpResponse:
    """The same tournaments, and the recurring dates of series, as iCalendar (RFC 5545)."""
    now = timezone.now()
    document = icalendar.Calendar()
    document.add("prodid", "-//Kauri//Tournaments//EN")
    document.add("version", "2.0")
    for tournament in query.published(now=now):
        document.add_component(_event(tournament))
    for series in query.active_series(AnonymousUser()):
        if not series.is_complete:
            document.add_component(_recurring(series, now))
    document.add_missing_timezones()
    return HttpResponse(document.to_ical(), content_type="text/calendar; charset=utf-8")


def _event(row: Tournament) -> icalendar.Event:
    event = _common(row)
    event.add("dtstart", row.started_at or row.starts_at)
    if row.ended_at:
        event.add("dtend", max(row.ended_at, row.started_at or row.starts_at))
    if row.status == Tournament.Status.CANCELLED:
        event.add("status", "CANCELLED")
    return event


def _recurring(row: Series, now: datetime) -> icalendar.Event:
    """The dates for which no tournament exists; their local time stays, so the zone is named."""
    event, first = _common(row), row.date(row.next_index(now=now))
    event.add("dtstart", first.astimezone(ZoneInfo(row.zone)))
    left = {} if row.times is None else {"count": row.times - row.made}
    event.add("rrule", {"freq": "daily", "interval": row.every, **left})
    return event


def _common(row: Tournament | Series) -> icalendar.Event:
    event = icalendar.Event()
    address = f"{settings.SITE}{row.get_absolute_url()}"
    event.add("uid", address)
    event.add("dtstamp", row.created_at)
    event.add("summary", on_one_line(str(row)))
    event.add("description", _described(row))
    event.add("url", address)
    return event


def _described(row: Tournament | Series) -> str:
    return say(
        "{variant}, {format}. Organiser: {organiser}.",
        variant=row.variant, format=row.get_format_display(), organiser=row.organiser,
    )  # fmt: skip
