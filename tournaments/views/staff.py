"""Actions of staff on the pages of matches, bots and players, each with a reason."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.models import Anomaly, Bot, Match, Player, Version
from tournaments.queries.games import matches
from tournaments.services.people import interventions
from tournaments.services.ratings import anomalies
from tournaments.views.bots import bot_at, version_at
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post

View = Callable[..., HttpResponse]


def _match(request: HttpRequest, pk: int) -> Match:
    """The match. Raises Http404 also where the player may not see it."""
    rows = matches.visible_to(request.user)
    joined = rows.select_related("tournament", "pairing__round", "checks")
    return get_object_or_404(joined, pk=pk)


def _bot(_request: HttpRequest, slug: str) -> Bot:
    return bot_at(slug)


def _version(_request: HttpRequest, slug: str, number: int) -> Version:
    return version_at(slug, number)


def _player(_request: HttpRequest, username: str) -> Player:
    return get_object_or_404(Player, username=username)


def _anomaly(_request: HttpRequest, slug: str, pk: int) -> Anomaly:
    rows = Anomaly.objects.select_related("variant", "one", "other")
    return get_object_or_404(rows, variant__slug=slug, pk=pk)


def _view(
    act: Callable[..., object], row_at: Callable[..., Match | Bot | Version | Player | Anomaly]
) -> View:
    """A view that does it to the row at an address, and redirects to the row's page."""

    @by_post
    def answer(request: AuthenticatedHttpRequest, **address: str | int) -> HttpResponse:
        row = row_at(request, **address)
        reason, now = request.POST.get("reason", ""), timezone.now()
        done = gettext("It is done, and the trail says that you did it.")
        with refusals.as_message(request, done):
            act(row, player=request.user, reason=reason, now=now)
        row.refresh_from_db()
        return redirect(row)

    return answer


void_match = _view(interventions.void_match, _match)
play_again = _view(interventions.play_again, _match)
requeue = _view(interventions.requeue, _match)
ban_bot = _view(interventions.ban, _bot)
unban_bot = _view(interventions.unban, _bot)
ban_version = _view(interventions.ban, _version)
unban_version = _view(interventions.unban, _version)
close_account = _view(interventions.close_account, _player)
uphold_anomaly = _view(anomalies.uphold, _anomaly)
clear_anomaly = _view(anomalies.clear, _anomaly)
