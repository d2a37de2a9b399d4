"""Series of tournaments: a page of each, and what players and organisers do there."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from agents.words.speech import say
from tournaments.forms.tournaments import clone, repeat
from tournaments.forms.tournaments.create import TournamentForm
from tournaments.forms.tournaments.folds import folds, of_format
from tournaments.forms.tournaments.repeat import RepeatForm
from tournaments.models import Bot, Series
from tournaments.queries import tournament_lists
from tournaments.queries.tournaments import entrants
from tournaments.queries.tournaments import series as query
from tournaments.services.tournaments import series as service
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post
from tournaments.web.throttling import throttled

DATES = 5
"""How many dates to come the page lists."""

SHOWN = 12
"""How many past dates the standings show, the last ones."""


def found(request: HttpRequest, slug: str) -> Series:
    """The series, if the visitor may see a tournament of it."""
    return get_object_or_404(query.visible_to(request.user), slug=slug)


@require_safe
def series(request: HttpRequest, slug: str) -> HttpResponse:
    """A series: when it takes place, its standings, its tournaments, and how to enter."""
    row, now = found(request, slug), timezone.now()
    latest = service.latest_of(row)
    mine = list(query.own_entries(row, request.user))
    may_enter = not row.ended_at and entrants.may_enter(latest, request.user)
    entered = {entry.bot_id for entry in mine}
    seen = tournament_lists.visible_to(request.user).filter(series=row)
    tournaments = tournament_lists.counted(seen.select_related("variant", "organiser"))
    lines = query.standings(row)
    context = {
        "series": row,
        "latest": latest,
        "dates": query.dates_to_come(row, now=now, most=DATES),
        "tournaments": tournaments,
        "scheduled": [cup for cup in tournaments if cup.status == cup.Status.SCHEDULED],
        "numbers": query.numbers(lines, most=SHOWN),
        "lines": lines,
        "may_manage": tournament_lists.may_manage(player=request.user, tournament=latest),
        "may_enter": may_enter,
        "mine": mine,
        "enterable": [bot for bot in entrants.own(latest, request.user) if bot.pk not in entered]
        if may_enter
        else [],
    }
    return render(request, "tournaments/series.html", context)


@login_required
@throttled("tournaments")
def edit(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """What an organiser changes of a series; tournaments that are there already stay."""
    row, now = found(request, slug), timezone.now()
    with refusals.forbidden():
        service.require_manager(row, request.user)
    with timezone.override(row.zone):
        first = {
            **clone.terms(row),
            "start": TournamentForm.START_LATER,
            "starts_at": row.date(row.next_index(now=now)),
        }
        form = TournamentForm(
            request.POST or None,
            player=request.user, game=row.variant.load(), now=now, initial=first,
        )  # fmt: skip
        plan = RepeatForm(request.POST or None, initial=repeat.initial(row))
        if request.method == "POST" and form.is_valid() & plan.is_valid():
            with refusals.shown(plan, form), refusals.forbidden():
                zone = str(form.time_zone())
                service.change(
                    row, form.configuration(), plan.plan(zone), player=request.user, now=now
                )
                messages.success(request, say("Your changes to {row} are saved.", row=row))
                return redirect(row)
        context = {
            "series": row, "form": form, "repeat": plan, "folds": list(folds(form)),
            "format_folds": list(of_format(form)), "game": form.first_game,
            "query": f"game={row.variant.game_id}",
        }  # fmt: skip
        return render(request, "tournaments/series_edit.html", context)


def _done(
    request: AuthenticatedHttpRequest, row: Series, act: Callable[[], object], said: str
) -> HttpResponse:
    """Do it, report success or refusal as a message, and return to the page."""
    with refusals.as_message(request, said):
        act()
    return redirect(row)


@by_post
def enter(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Enter a bot of the player's in all tournaments to come."""
    row, now = found(request, slug), timezone.now()
    named = request.POST.get("bot", "").replace("\0", "")
    bot = get_object_or_404(Bot.objects.select_related("owner"), slug=named)
    said = say("{bot} is in all tournaments of {row} to come.", bot=bot, row=row)
    return _done(request, row, lambda: service.enter(row, bot, player=request.user, now=now), said)


@by_post
def leave(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Take a bot of the player's out of the tournaments to come."""
    row, now = found(request, slug), timezone.now()
    named = request.POST.get("bot", "").replace("\0", "")
    entry = get_object_or_404(row.entries.select_related("bot__owner"), bot__slug=named)
    said = say("{bot} is in no more tournaments of {row}.", bot=entry.bot, row=row)
    return _done(request, row, lambda: service.leave(entry, player=request.user, now=now), said)


@by_post
def skip(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Cancel the next tournaments of a series."""
    row, now = found(request, slug), timezone.now()
    said = gettext("The next tournament is cancelled. The series goes on at the date after it.")
    return _done(request, row, lambda: service.skip(row, player=request.user, now=now), said)


@by_post
def end(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """End a series."""
    row, now = found(request, slug), timezone.now()
    said = say("{row} has ended. Tournaments that are there already take place.", row=row)
    return _done(request, row, lambda: service.end(row, player=request.user, now=now), said)
