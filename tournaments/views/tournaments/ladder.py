"""A ladder: its own page, and its part of the leaderboard's page."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from agents.terms.clock import PRESETS
from tournaments.models import Tournament, Variant
from tournaments.queries.tournaments import ladder, rounds
from tournaments.views import live
from tournaments.web.fragments import fragment
from tournaments.web.pages import LongPaginator
from tournaments.words.conditions import describe

PAGE_SIZE = 50
MATCHES = 50
LAST_MATCHES = 20
LAST_MATCHES_IN_SHORT = 5
NEXT = 5


def ladder_page(request: HttpRequest, row: Tournament) -> HttpResponse:
    """A ladder: its standings, its running and next games, and how it pairs."""
    rungs = ladder.rungs(row, now=timezone.now())
    page = Paginator(rungs, PAGE_SIZE).get_page(request.GET.get("page"))
    climbers = page.paginator.count
    context = {
        "ladder": row,
        "page": page,
        "climbers": climbers,
        "standings": _standings(row, page),
        "activity": _activity(row, climbers, last=LAST_MATCHES, rungs=rungs),
        "boards": "" if row.is_over else live.part(row),
        "caps": ladder.caps(),
        "new_games": ladder.NEW_GAMES,
        "time_control": describe(PRESETS[row.time_control]),
    }
    return render(request, "tournaments/ladder.html", context)


def _standings(row: Tournament, page: Page[ladder.Rung]) -> str:
    """The table of a page."""

    def rungs() -> dict[str, Any]:
        return {"rungs": list(page), "caps": ladder.caps(), "new_games": ladder.NEW_GAMES}

    name = _name(f"ladder-{row.pk}-{page.number}", page.paginator.count)
    return fragment("tournaments/_rungs.html", rungs, name=name)


def _activity(
    row: Tournament, climbers: int, *, last: int, rungs: ladder.Rungs | None = None
) -> str:
    """The last and running games, and with `rungs` the next bots."""

    def activity() -> dict[str, Any]:
        shows_following = rungs is not None and not row.is_over
        return {
            "ladder": row,
            "climbers": climbers,
            "shows_following": shows_following,
            "following": rungs.following(NEXT) if rungs is not None and shows_following else [],
            **_movement(row, last=last),
        }

    # Times are written in the reader's zone.
    zone = timezone.get_current_timezone_name()
    name = _name(f"ladder-activity-{row.pk}-{last}-{zone}", climbers)
    return fragment("tournaments/_ladder_activity.html", activity, name=name)


def _name(name: str, climbers: int) -> str:
    """The name under which a part of the page is cached: of a long ladder alone."""
    return name if climbers > PAGE_SIZE else ""


def ladder_matches(request: HttpRequest, row: Tournament) -> HttpResponse:
    """All that was played on a ladder, by pages."""
    played = ladder.last_pairings(row)
    page = LongPaginator(played, MATCHES).get_page(request.GET.get("page"))
    first = MATCHES * (page.number - 1)
    matches = list(ladder.last_matches(played[first : first + MATCHES]))
    meetings = rounds.pairings_of_matches(matches)
    context = {"ladder": row, "page": page, "meetings": meetings}
    return render(request, "tournaments/ladder_matches.html", context)


def summary(variant: Variant) -> dict[str, Any]:
    """The context of the ladder on a leaderboard's page; empty where none runs."""
    row = ladder.open_on(variant)
    if row is None:
        return {}
    climbers = row.entries.active().count()
    activity = _activity(row, climbers, last=LAST_MATCHES_IN_SHORT)
    return {"ladder": row, "climbers": climbers, "activity": activity}


def _movement(row: Tournament, *, last: int) -> dict[str, Any]:
    open_ = list(ladder.matches_under_way(row))
    last_ = list(ladder.last_matches(ladder.last_pairings(row)[:last]))
    meetings = rounds.pairings_of_matches([*open_, *last_])
    return {
        "open_meetings": meetings[: len(open_)],
        "last_meetings": meetings[len(open_) :],
    }
