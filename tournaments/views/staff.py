"""Actions of staff on the pages of matches, bots and players, each with a reason."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.errors import Invalid
from tournaments.models import Anomaly, Bot, Match, Player, Version
from tournaments.queries.games import matches
from tournaments.services.people import interventions
from tournaments.services.ratings import anomalies
from tournaments.views.bots import found
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post

Act = Callable[..., object]


def _acted(
    request: AuthenticatedHttpRequest, act: Act, row: Match | Bot | Version | Player | Anomaly
) -> HttpResponse:
    """Do it with the given reason, and redirect to the page."""
    reason, now = request.POST.get("reason", ""), timezone.now()
    try:
        with refusals.forbidden():
            act(row, player=request.user, reason=reason, now=now)
    except Invalid as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, gettext("It is done, and the trail says that you did it."))
    row.refresh_from_db()
    return redirect(row)


def _match(request: AuthenticatedHttpRequest, pk: int) -> Match:
    """The match. Raises Http404 also where the player may not see it."""
    rows = matches.visible_to(request.user)
    joined = rows.select_related("tournament", "pairing__round", "checks")
    return get_object_or_404(joined, pk=pk)


def _bot(slug: str) -> Bot:
    return get_object_or_404(Bot.objects.select_related("owner"), slug=slug)


@by_post
def void_match(request: AuthenticatedHttpRequest, pk: int) -> HttpResponse:
    """Void a match whole."""
    return _acted(request, interventions.void_match, _match(request, pk))


@by_post
def play_again(request: AuthenticatedHttpRequest, pk: int) -> HttpResponse:
    """Void a match and have another one played in its place."""
    return _acted(request, interventions.play_again, _match(request, pk))


@by_post
def requeue(request: AuthenticatedHttpRequest, pk: int) -> HttpResponse:
    """Put a match back into the queue at once."""
    return _acted(request, interventions.requeue, _match(request, pk))


@by_post
def ban_bot(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Ban a bot."""
    return _acted(request, interventions.ban, _bot(slug))


@by_post
def unban_bot(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Lift the ban of a bot."""
    return _acted(request, interventions.unban, _bot(slug))


@by_post
def ban_version(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Ban a version."""
    return _acted(request, interventions.ban, found(slug, number))


@by_post
def unban_version(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Lift the ban of a version."""
    return _acted(request, interventions.unban, found(slug, number))


@by_post
def close_account(request: AuthenticatedHttpRequest, username: str) -> HttpResponse:
    """Close a player's account."""
    return _acted(
        request, interventions.close_account, get_object_or_404(Player, username=username)
    )


@by_post
def uphold_anomaly(request: AuthenticatedHttpRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm an anomaly of a leaderboard."""
    return _acted(request, anomalies.uphold, _anomaly(slug, pk))


@by_post
def clear_anomaly(request: AuthenticatedHttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let the games of two owners be rated again."""
    return _acted(request, anomalies.clear, _anomaly(slug, pk))


def _anomaly(slug: str, pk: int) -> Anomaly:
    rows = Anomaly.objects.select_related("variant", "one", "other")
    return get_object_or_404(rows, variant__slug=slug, pk=pk)
