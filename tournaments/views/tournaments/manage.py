"""Actions of organisers and players on a tournament. Every one returns to its page."""

from collections.abc import Callable

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext

from agents.words.speech import say
from tournaments.forms.tournaments.people import PeopleForm
from tournaments.models import Bot, Entry, Tournament
from tournaments.services.tournaments import byes, lifecycle, people, registration, withdrawals
from tournaments.views.tournaments.pages import found, page
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post


@by_post
def start(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Start a scheduled tournament before its time."""
    row = found(request, slug)
    nothing = say(
        "{row} is {status}, so it cannot be started.",
        row=row,
        status=row.get_status_display(),
    )
    return _done(request, row, nothing, lifecycle.start_now, now=timezone.now())


@by_post
def pause(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Pause a tournament."""
    row = found(request, slug)
    nothing = say(
        "{row} is {status}, so it cannot be paused.", row=row, status=row.get_status_display()
    )
    return _done(request, row, nothing, lifecycle.pause, now=timezone.now())


@by_post
def resume(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Resume a paused tournament."""
    row = found(request, slug)
    nothing = say("No organiser has paused {row}.", row=row)
    return _done(request, row, nothing, lifecycle.resume)


@by_post
def extend(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Add a round or a cycle."""
    row = found(request, slug)
    nothing = say("{row} is over, so it cannot be extended.", row=row)
    return _done(request, row, nothing, lifecycle.extend, now=timezone.now())


@by_post
def cancel(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Call a tournament off."""
    row = found(request, slug)
    nothing = say("{row} is over, so it cannot be cancelled.", row=row)
    return _done(request, row, nothing, lifecycle.cancel, now=timezone.now())


@by_post
def withdraw(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Take an entrant out of a tournament."""
    row = found(request, slug)
    entry = _entry(request, row)
    nothing = say("{entry} is withdrawn already, or the tournament is over.", entry=entry)
    return _done(request, row, nothing, withdrawals.withdraw, subject=entry, now=timezone.now())


@by_post
def enter(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Enter a bot of the player's."""
    row = found(request, slug)
    bot = get_object_or_404(Bot.objects.select_related("owner"), slug=_named(request))
    return _done(request, row, "", registration.enter, bot, now=timezone.now())


@by_post
def leave(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Take a bot of the player's out while registration is open."""
    row = found(request, slug)
    entry = _entry(request, row)
    nothing = say(
        "Registration is closed. An organiser of {row} can withdraw {entry}.", row=row, entry=entry
    )
    return _done(request, row, nothing, registration.leave, subject=entry, now=timezone.now())


@by_post
def bye(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Ask for a bye in a round to come, or take that back."""
    row = found(request, slug)
    entry = _entry(request, row)
    typed = request.POST.get("round", "")
    number = int(typed) if typed.isdecimal() and len(typed) < 5 else 0
    worth = request.POST.get("worth", "")
    if worth == "none":
        nothing = say(
            "{entry} has not asked for a bye in round {number}.", entry=entry, number=number
        )
        return _done(request, row, nothing, byes.take_back, subject=entry, number=number)
    nothing = say("{entry} is withdrawn, or the tournament is over.", entry=entry)
    return _done(request, row, nothing, byes.ask, subject=entry, number=number, worth=worth)


@by_post
def invite(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Replace the invited players and, for the organiser alone, the co-organisers."""
    row = found(request, slug)
    form = PeopleForm(request.POST)
    if "co_organisers" not in request.POST:  # the field is not every organiser's to fill
        del form.fields["co_organisers"]
    if not form.is_valid():
        return page(request, row, people=form)
    named = form.cleaned_data
    player, now = request.user, timezone.now()
    with refusals.forbidden(), transaction.atomic():
        people.invite(row, named["invited"], player=player, now=now)
        if "co_organisers" in named:
            people.appoint(row, named["co_organisers"], player=player, now=now)
    messages.success(request, gettext("The invited players and co-organisers are saved."))
    return redirect(row)


def _named(request: HttpRequest) -> str:
    """The slug of a bot as it was sent, without NULs, which PostgreSQL cannot look for."""
    return request.POST.get("bot", "").replace("\0", "")


def _entry(request: HttpRequest, row: Tournament) -> Entry:
    chosen = request.POST.get("entrant", "")
    return get_object_or_404(
        row.entries.select_related("version__bot__owner", "tournament__organiser"),
        pk=int(chosen) if chosen.isdecimal() and len(chosen) < 18 else 0,
    )


def _done(
    request: AuthenticatedHttpRequest,
    row: Tournament,
    nothing: str,
    step: Callable[..., object],
    *arguments: object,
    subject: object = None,
    **keywords: object,
) -> HttpResponse:
    """Take the step, and return to the page with any refusal as a message."""
    with refusals.as_message(request):
        if not step(subject or row, *arguments, player=request.user, **keywords):
            messages.info(request, nothing)
    return redirect(row)
