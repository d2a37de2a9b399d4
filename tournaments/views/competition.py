"""Tournaments: the list, a new one, and one as it goes on."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.timesince import timeuntil
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

import engine
from agents.clock import PRESETS
from tournaments.errors import Invalid
from tournaments.forms.competition import (
    TournamentForm,
    describe,
    games_stated,
    options_stated,
)
from tournaments.models import Round, Tournament
from tournaments.queries import competition as queries
from tournaments.queries import leaderboards, rounds
from tournaments.services import competition as services
from tournaments.services import entrants
from tournaments.views import refusals

PAGE_SIZE = 25
SEATS = 2


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """All tournaments: those under way, those to come, and those that are over by pages."""
    status = Tournament.Status
    over = queries.listed(request.user).filter(status__in=[status.FINISHED, status.CANCELLED])
    page = Paginator(over.order_by("-ended_at", "-pk"), PAGE_SIZE).get_page(request.GET.get("page"))
    shown = {
        "running": queries.listed(request.user).filter(status__in=[status.RUNNING, status.PAUSED]),
        "scheduled": queries.listed(request.user)
        .filter(status=status.SCHEDULED)
        .order_by("starts_at"),
        "page": page,
    }
    return render(request, "competition/tournaments.html", shown)


@login_required
@vary_on_headers("HX-Request")
def create(request: HttpRequest) -> HttpResponse:
    """First which game, then one form for all the rest.

    To htmx it answers with how many games the choice so far makes.
    """
    if not request.GET.keys() & {"game", "variant"}:
        return _choose(request)
    try:
        game = _chosen(request)
    except engine.UnknownGame as error:
        return _choose(request, refusal=str(error), status=404)
    if request.htmx:
        return HttpResponse(_stated(request.GET.getlist("entrants"), request.GET))
    form = TournamentForm(request.POST or None, player=request.user, game=game, now=timezone.now())
    if request.method == "POST" and form.is_valid():
        try:
            made, _new = services.create(**form.arguments())
        except Invalid as refusal:
            refusals.show(refusal, form)
        else:
            return redirect(made)
    stated = _stated(form["entrants"].value() or [], form.data or {"games_per_pairing": 2})
    return render(
        request, "competition/create.html", {"form": form, "game": game, "stated": stated}
    )


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament: what is played, how it stands, and its rounds."""
    row = _found(request, slug)
    return render(request, "competition/tournament.html", _shown(request, row))


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """What moves on a tournament's page; nothing where the visitor has seen it already."""
    row = _found(request, slug)
    if request.GET.get("seen") == _mark(row, queries.progress(row)):
        return HttpResponse(status=204)
    return render(request, "competition/_live.html", _shown(request, row))


@require_POST
@login_required
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a scheduled tournament before its time."""
    row = _found(request, slug)
    with refusals.forbidden():
        started = services.start_now(row, player=request.user, now=timezone.now())
    if not started:
        messages.info(request, f"{row} is {row.get_status_display()}: there is nothing to start.")
    return redirect(row)


@require_POST
@login_required
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Call a tournament off."""
    row = _found(request, slug)
    with refusals.forbidden():
        cancelled = services.cancel(row, player=request.user, now=timezone.now())
    if not cancelled:
        messages.info(request, f"{row} is over: there is nothing left to cancel.")
    return redirect(row)


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an entrant out of a tournament."""
    row = _found(request, slug)
    chosen = request.POST.get("entrant", "")
    entry = get_object_or_404(
        row.entries.select_related("version__bot__owner", "tournament__organiser"),
        pk=int(chosen) if chosen.isdecimal() and len(chosen) < 18 else 0,
    )
    try:
        with refusals.forbidden():
            withdrawn = entrants.withdraw(entry, player=request.user, now=timezone.now())
    except Invalid as refusal:
        messages.error(request, str(refusal))
        return redirect(row)
    if not withdrawn:
        messages.info(request, f"{entry} is out already, or all is over.")
    return redirect(row)


def _choose(request: HttpRequest, *, refusal: str = "", status: int = 200) -> HttpResponse:
    variants = list(leaderboards.leaderboards())
    games = [
        (info, [variant for variant in variants if variant.game_id == info.id])
        for info in engine.games()
        if SEATS in info.seats
    ]
    shown = {"games": games, "refusal": refusal}
    return render(request, "competition/choose.html", shown, status=status)


def _chosen(request: HttpRequest) -> engine.Game:
    """The game that the address names, by its id or as a named variant. Raises UnknownGame."""
    slug = request.GET.get("variant")
    if slug is None:
        return _for_two(engine.load_game(request.GET["game"]))
    variant = next((one for one in leaderboards.leaderboards() if one.slug == slug), None)
    if variant is None:
        raise engine.UnknownGame(f"there is no variant {slug!r} with a leaderboard")
    return variant.load()


def _for_two(game: engine.Game) -> engine.Game:
    """The game as a round-robin can play it: where its defaults seat more, the variant for two."""
    if game.num_players() == SEATS:
        return game
    variants = (one.load() for one in leaderboards.leaderboards().filter(game_id=game.id))
    return next((one for one in variants if one.num_players() == SEATS), game)


def _stated(entrants: Sequence[str], data: Mapping[str, Any]) -> str:
    """How many games a choice makes, as far as it can be read."""
    per_pairing = str(data.get("games_per_pairing", ""))
    number = int(per_pairing) if per_pairing.isdecimal() and len(per_pairing) < 10 else 0
    return games_stated(entrants=len(set(entrants)), games_per_pairing=number)


def _found(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if the visitor may see it."""
    rows = queries.visible_to(request.user).select_related("variant", "organiser")
    return get_object_or_404(rows, slug=slug)


def _shown(request: HttpRequest, row: Tournament) -> dict[str, Any]:
    """What the page and its live part show."""
    progress = queries.progress(row)
    lines = queries.table(row)
    ratings = queries.ratings_of(
        variant=row.variant, versions=[line.row.entrant.version for line in lines]
    )
    found = list(rounds.rounds(row))
    round_ = _round(request.GET.get("round"), found)
    return {
        "tournament": row,
        "progress": progress,
        "seen": _mark(row, progress),
        "countdown": _countdown(row),
        "entrants": [one for one in (line.row.entrant for line in lines) if not one.withdrawn_at],
        "lines": [(line, ratings.get(line.row.entrant.version_id)) for line in lines],
        "rounds": found,
        "round": round_,
        "followed": "round" not in request.GET,
        "meetings": list(rounds.meetings(round_)) if round_ else [],
        "time_control": describe(PRESETS[row.time_control]),
        "options": options_stated(row.variant.options),
        "stated": games_stated(entrants=len(lines), games_per_pairing=row.games_per_pairing),
        "may_manage": queries.may_manage(player=request.user, tournament=row),
    }


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
    return f"{row.status}-{counts}-{_countdown(row)}"


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
