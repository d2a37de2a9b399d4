"""Tournaments: the list, a new one, and one as it goes on."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.timesince import timeuntil
from django.views.decorators.http import require_safe

from agents.clock import PRESETS
from tournaments import formats
from tournaments.errors import Invalid
from tournaments.forms.words import describe, options_stated
from tournaments.models import Round, Tournament
from tournaments.queries import competition as queries
from tournaments.queries import entrants as entered
from tournaments.queries import exports, queue, rounds
from tournaments.queries import outcome as outcomes
from tournaments.services import competition as services
from tournaments.services import outlook
from tournaments.views import ladders, participation

PAGE_SIZE = 25


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """All tournaments: those under way, those to come, and those that are over by pages."""
    status = Tournament.Status
    rows = queries.listed(request.user).exclude(format=Tournament.Format.LADDER)
    over = rows.filter(status__in=[status.FINISHED, status.CANCELLED])
    page = Paginator(over.order_by("-ended_at", "-pk"), PAGE_SIZE).get_page(request.GET.get("page"))
    shown = {
        "running": rows.filter(status__in=[status.RUNNING, status.PAUSED]),
        "scheduled": rows.filter(status=status.SCHEDULED).order_by("starts_at"),
        "page": page,
    }
    return render(request, "competition/tournaments.html", shown)


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament: what is played, how it stands, and its rounds."""
    row = found(request, slug)
    if row.format == Tournament.Format.TRIAL:
        return redirect(row.trial)
    if row.is_ladder:
        return ladders.ladder(request, row)
    return render(request, "competition/tournament.html", _shown(request, row) | _told(row))


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """What moves on a tournament's page; nothing where the visitor has seen it already."""
    row = found(request, slug)
    if row.is_ladder:
        return redirect(row)
    if request.GET.get("seen") == _mark(row, queries.progress(row)):
        return HttpResponse(status=204)
    return render(request, "competition/_live.html", _shown(request, row))


def found(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if the visitor may see it."""
    rows = queries.visible_to(request.user).select_related("variant", "organiser")
    return get_object_or_404(rows, slug=slug)


def _told(row: Tournament) -> dict[str, Any]:
    """What the page tells once of the tournament's terms."""
    game = row.variant.load()
    return {
        "can_be_cloned": row.format in formats.FORMATS,
        "co_organisers": row.co_organisers.order_by("username"),
        "format_options": options_stated(row.format_options),
        "options": options_stated(row.variant.options),
        "team": len(set(game.sides())) < game.num_players(),
        "time_control": describe(PRESETS[row.time_control]),
    }


def _shown(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    """What the page and its live part show."""
    progress = queries.progress(row)
    found_out = outcomes.outcome(row)
    lines = found_out.lines
    ratings = queries.ratings_of(
        variant=row.variant, versions=[line.row.entrant.version for line in lines]
    )
    found = list(rounds.rounds(row))
    entries = [line.row.entrant for line in lines]
    round_ = _round(request.GET.get("round"), found)
    return {
        "tournament": row,
        "progress": progress,
        "seen": _mark(row, progress),
        "countdown": _countdown(row),
        "line": _line(row),
        "entrants": [one for one in entries if not one.withdrawn_at],
        "seeds": entered.seeds(row, entries),
        "outcome": found_out,
        "exports": exports.available(row) if row.started_at else [],
        "lines": [(line, ratings.get(line.row.entrant.version_id)) for line in lines],
        "rounds": found,
        "round": round_,
        "followed": "round" not in request.GET,
        "meetings": list(rounds.meetings(round_)) if round_ else [],
        "sentences": _outlook(row, len(lines)),
        **participation.shown(request, row, entries),
    }


def _line(row: Tournament) -> str:
    """How long the line of a running tournament is; it is counted only while there is one."""
    if row.status != Tournament.Status.RUNNING:
        return ""
    return queue.line(row, now=timezone.now())


def _outlook(row: Tournament, entrants: int) -> list[str]:
    """What a scheduled tournament comes to with its entrants so far."""
    if row.status != Tournament.Status.SCHEDULED:
        return []
    try:
        found = outlook.outlook(services.terms_of(row), entrants=entrants, now=timezone.now())
    except Invalid as refusal:
        return [str(refusal)]
    return outlook.sentences(found)


def _round(asked: str | None, found: Sequence[Round]) -> Round | None:
    """The round asked for, else the first that is not over, else the last."""
    if asked is None:
        return next((one for one in found if one.unfinished), found[-1] if found else None)
    chosen = next((one for one in found if str(one.number) == asked), None)
    if chosen is None:
        raise Http404(f"This tournament has {len(found)} rounds, and none with the number {asked}.")
    return chosen


def _mark(row: Tournament, progress: queries.Progress) -> str:
    """Changes whenever the live part does."""
    counts = f"{progress.finished}-{progress.playing}-{progress.void}"
    registered = participation.registered(row, timezone.now())
    waiting = f"{row.entries.count()}-{registered}" if registered else ""
    return f"{row.status}-{counts}-{_countdown(row)}-{waiting}"


def _countdown(row: Tournament) -> str:
    """How long a scheduled tournament waits, in words; empty for the others."""
    if row.status != Tournament.Status.SCHEDULED:
        return ""
    now = timezone.now()
    if row.starts_at <= now:
        return "It is due and starts within seconds."
    if row.starts_at - now < timedelta(minutes=1):
        return "It starts in less than a minute."
    return f"It starts in {timeuntil(row.starts_at, now)}."
