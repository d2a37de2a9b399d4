"""A ladder: its own page, and its part of the leaderboard's page."""

from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe

from agents.clock import PRESETS
from tournaments.forms.words import describe
from tournaments.machinery.shared import brief
from tournaments.models import Tournament, Variant
from tournaments.queries.tournaments import ladder, rounds
from tournaments.views import live
from tournaments.web.pages import MANY, LongPaginator

PAGE_SIZE = 50
MATCHES = 50
LAST_MATCHES = 20
LAST_MATCHES_IN_SHORT = 5
NEXT = 5


def ladder_page(request: HttpRequest, row: Tournament) -> HttpResponse:
    """Who stands where on a ladder, who plays, who is next, and how it pairs."""
    now = timezone.now()
    rungs = ladder.rungs(row, now=now)
    page = Paginator(rungs, PAGE_SIZE).get_page(request.GET.get("page"))
    shown = {
        "ladder": row,
        "page": page,
        "standings": _standings(row, page, now),
        "following": [] if row.is_over else rungs.following(NEXT),
        "shows_following": not row.is_over,
        "boards": "" if row.is_over else live.part(row),
        "caps": ladder.caps(),
        "new_games": ladder.NEW_GAMES,
        "time_control": describe(PRESETS[row.time_control]),
        **_movement(row, len(rungs), last=LAST_MATCHES),
    }
    return render(request, "tournaments/ladder.html", shown)


def _standings(row: Tournament, page: Page[ladder.Rung], now: datetime) -> str:
    """The table of a page; a long ladder's is made once for all within some seconds."""

    def make() -> str:
        shown = {"rungs": list(page), "caps": ladder.caps(), "new_games": ladder.NEW_GAMES}
        return render_to_string("tournaments/_rungs.html", shown)

    is_long = page.paginator.count > MANY
    text = brief(f"ladder-{row.pk}-{page.number}", now, make) if is_long else make()
    return mark_safe(text)  # noqa: S308 - a template has written it


def ladder_matches(request: HttpRequest, row: Tournament) -> HttpResponse:
    """All that was played on a ladder, by pages."""
    played = ladder.last_pairings(row)
    page = LongPaginator(played, MATCHES).get_page(request.GET.get("page"))
    first = MATCHES * (page.number - 1)
    meetings = rounds.shown_pairings(ladder.pairings(played[first : first + MATCHES]))
    shown = {"ladder": row, "page": page, "meetings": meetings}
    return render(request, "tournaments/ladder_matches.html", shown)


def summary(variant: Variant) -> dict[str, Any]:
    """What a leaderboard's page says of its ladder; nothing where none is on."""
    row = ladder.open_on(variant)
    if row is None:
        return {}
    climbers = row.entries.active().count()
    return {"ladder": row, **_movement(row, climbers, last=LAST_MATCHES_IN_SHORT)}


def _movement(row: Tournament, climbers: int, *, last: int) -> dict[str, Any]:
    open_ = list(ladder.open_pairings(row))
    last_ = ladder.pairings(ladder.last_pairings(row)[:last])
    meetings = list(rounds.shown_pairings([*open_, *last_]))
    return {
        "climbers": climbers,
        "open_meetings": meetings[: len(open_)],
        "last_meetings": meetings[len(open_) :],
    }
