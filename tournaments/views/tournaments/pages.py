"""Tournaments: the list, a new one, and one as it goes on."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.timesince import timeuntil
from django.views.decorators.http import require_safe

from agents.clock import PRESETS
from tournaments.errors import Invalid
from tournaments.forms.words import describe, options_stated
from tournaments.mathematics import formats
from tournaments.models import Entry, Tournament
from tournaments.queries import queue
from tournaments.queries.ratings import leaderboards, unrated
from tournaments.queries.tournaments import entrants, exports, lists, overview, standings
from tournaments.services.tournaments import preview
from tournaments.services.tournaments.configuration import Configuration
from tournaments.views.tournaments import ladder, participation, rounds

PAGE_SIZE = 25

ENTRANTS = 100
"""Of the standings, or of all entrants, on one page."""

ASKED = ("page", "round", "part")
"""What an address may ask of a tournament: a page of its standings, a round, a part of it."""

SECONDS, GAMES_A_SECOND = 2, 500
"""Between two looks at what has moved: the fewest, and one more for each so many games."""


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments: those under way, those to come, and those that are over by pages."""
    status = Tournament.Status
    rows = lists.listed(request.user).without_ladders()
    over = rows.filter(status__in=[status.FINISHED, status.CANCELLED])
    page = Paginator(over.order_by("-ended_at", "-pk"), PAGE_SIZE).get_page(request.GET.get("page"))
    shown = {
        "running": rows.begun(),
        "scheduled": rows.filter(status=status.SCHEDULED).order_by("starts_at"),
        "page": page,
    }
    return render(request, "tournaments/list.html", shown)


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament: what is played, how it stands, and its rounds."""
    row = found(request, slug)
    if row.format == Tournament.Format.TRIAL:
        return redirect(row.trial)
    if row.is_ladder:
        return ladder.ladder_page(request, row)
    return page(request, row)


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """The live part of a tournament's page; 204 when the visitor has seen it already."""
    row = found(request, slug)
    if row.is_ladder:
        return redirect(row)
    if request.GET.get("seen") == _mark(row, lists.progress(row)):
        return HttpResponse(status=204)
    return render(request, "tournaments/_live.html", _shown(request, row))


@require_safe
def entrant_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All entrants of a tournament as they are seeded, by pages."""
    row = found(request, slug)
    if row.is_ladder:
        return redirect(row)
    seeds = Paginator(entrants.seeds(row, entrants.listed(row)), ENTRANTS)
    page = seeds.get_page(request.GET.get("page"))
    return render(
        request, "tournaments/entrants.html", {"tournament": row, "page": page, "seeds": page}
    )


@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """All matches of a ladder; a tournament shows its own round by round."""
    row = found(request, slug)
    return ladder.ladder_matches(request, row) if row.is_ladder else redirect(row)


def found(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if the visitor may see it."""
    rows = lists.visible_to(request.user).select_related("variant", "organiser")
    return get_object_or_404(rows, slug=slug)


def page(request: HttpRequest, row: Tournament, **changed: object) -> HttpResponse:
    """The page of a tournament, with what is `changed` of what it shows."""
    shown = _shown(request, row) | _told(row) | changed
    return render(request, "tournaments/detail.html", shown)


def _told(row: Tournament) -> dict[str, Any]:
    """What the page says about the tournament's configuration."""
    sides = row.variant.sides()
    plain = row.variant.rated and row.access != Tournament.Access.PRIVATE
    return {
        "not_rated": unrated.of_tournament(row) if plain else [],
        "can_be_cloned": row.format in formats.FORMATS,
        "co_organisers": row.co_organisers.order_by("username"),
        "format_options": options_stated(row.format_options),
        "options": options_stated(row.variant.options),
        "team": len(set(sides)) < len(sides),
        "time_control": describe(PRESETS[row.time_control]),
    }


def _shown(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    """What the page and its live part show."""
    asked = {name: request.GET[name] for name in ASKED if name in request.GET}
    progress = lists.progress(row)
    seen = _mark(row, progress)
    found_out = overview.overview(row)
    entries = [line.row.entrant for line in found_out.lines]
    return {
        "tournament": row,
        "progress": progress,
        "asked": asked,
        "seen": seen,
        "live_query": urlencode({**asked, "seen": seen}),
        "seconds": SECONDS + progress.games // GAMES_A_SECOND,
        "countdown": _countdown(row),
        "line": _line(row),
        "entrants": [one for one in entries if one.is_active],
        "outcome": found_out,
        "exports": exports.available(row) if row.started_at else [],
        "sentences": _preview(row, len(entries)),
        **_seeds(row, entries),
        **_standings(row, found_out, asked.get("page")),
        **rounds.shown(row, found_out.known, asked),
        **participation.shown(request, row, entries),
    }


def _line(row: Tournament) -> str:
    """How long the line of a running tournament is; it is counted only while there is one."""
    if row.status != Tournament.Status.RUNNING:
        return ""
    return str(queue.line(row, now=timezone.now()))


def _seeds(row: Tournament, entries: list[Entry]) -> dict[str, Any]:
    """The first of those who are to start; who has started has a page for it."""
    if row.status != Tournament.Status.SCHEDULED:
        return {}
    return {"seeds": entrants.seeds(row, entries)[:ENTRANTS], "all_seeds": len(entries)}


def _standings(row: Tournament, found_out: overview.Overview, asked: str | None) -> dict[str, Any]:
    """A page of the standings, with the ratings of who is on it."""
    page = Paginator(found_out.lines, ENTRANTS).get_page(asked)
    versions = [line.row.entrant.version for line in page]
    ratings = leaderboards.ratings_of(variant=row.variant, versions=versions)
    return {"page": page, "lines": [(line, ratings.get(_version(line))) for line in page]}


def _version(line: standings.StandingsLine) -> int:
    return line.row.entrant.version_id


def _preview(row: Tournament, count: int) -> list[str]:
    """The preview of a scheduled tournament with its entrants so far."""
    if row.status != Tournament.Status.SCHEDULED:
        return []
    if count < 2:
        return ["It needs at least two entrants."]
    try:
        wanted = Configuration.of(row)
        found = preview.forecast(wanted, entrants=count, now=timezone.now())
    except Invalid as refusal:
        return [str(refusal)]
    return [str(sentence) for sentence in preview.sentences(found)]


def _mark(row: Tournament, progress: lists.Progress) -> str:
    """Changes whenever the live part does."""
    counts = f"{progress.finished}-{progress.playing}-{progress.void}"
    state, left = participation.registration_state(row, timezone.now())
    waiting = f"{row.entries.count()}-{state}-{left}" if state else ""
    return f"{row.status}-{counts}-{_countdown(row)}-{waiting}"


def _countdown(row: Tournament) -> str:
    """The time until a scheduled tournament starts; empty for the others."""
    if row.status != Tournament.Status.SCHEDULED:
        return ""
    now = timezone.now()
    if row.starts_at <= now:
        return "a few seconds"
    if row.starts_at - now < timedelta(minutes=1):
        return "less than a minute"
    return timeuntil(row.starts_at, now)
