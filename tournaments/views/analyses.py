"""The judge's view of a finished game, next to its replay: of a match, or a casual one."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.models import CasualGame, Game
from tournaments.queries.casual import lists
from tournaments.queries.games import analyses, matches
from tournaments.services.analysis.analyses import ask
from tournaments.web import refusals
from tournaments.web.boards import person
from tournaments.web.requests import HtmxHttpRequest
from tournaments.web.throttling import asker, throttled

PLACE = "#analysis"


@require_http_methods(["GET", "HEAD", "POST"])
@throttled("casual", visitors="casual-visitors")
def analysis(request: HtmxHttpRequest, pk: int, number: int) -> HttpResponseBase:
    """The state of a game's analysis; a POST requests one."""
    row = get_object_or_404(matches.games(request.user), match__pk=pk, number=number)
    return _answer(request, row)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@throttled("casual", visitors="casual-visitors")
def casual(request: HtmxHttpRequest, key: str) -> HttpResponseBase:
    """The same for a casual game, for anyone with its key."""
    row = lists.found(key)
    if row is None:
        raise Http404("There is no such game.")
    return _answer(request, row)


def _answer(request: HtmxHttpRequest, row: Game | CasualGame) -> HttpResponseBase:
    if request.method == "POST":
        with refusals.as_message(request):
            ask(row, asker=asker(request), now=timezone.now())
        return redirect(row.get_absolute_url() + PLACE)
    if not request.htmx:
        return redirect(row.get_absolute_url() + PLACE)
    context = shown(row, person(request).seats(row) if isinstance(row, CasualGame) else ())
    if not context:
        return HttpResponse(status=204)
    return render(request, "matches/_analysis.html", {"game": row} | context)


def shown(row: Game | CasualGame, own: Sequence[int] = ()) -> dict[str, Any]:
    """The context of a game's analysis, for who holds the seats in `own`; empty where none is."""
    if not analyses.can_be_judged(row):
        return {}
    analysis, (page, told_at, play_on) = analyses.of(row), _addresses(row)
    context: dict[str, Any] = {"analysis": analysis, "may_analyse": True, "analysis_page": page}
    if analysis is None or analysis.found is None:
        return context | {
            "ahead": analyses.ahead_of(analysis) if analysis and not analysis.is_over else 0
        }
    swings = analyses.swings(row, analysis.found)
    return context | {
        "own": own,
        "shares": analyses.shares(row, analysis.found),
        "swings": swings,
        "moments": analyses.moments(row, swings),
        "points": analyses.points(analysis.found),
        "seats_in_order": list(row.seats.all()),
        "has_luck": any(seat["luck"] for seat in analysis.found["seats"]),
        "analysis_url": told_at,
        "play_on": play_on,
    }


def _addresses(row: Game | CasualGame) -> Iterator[str]:
    """The addresses of a game's analysis, on the site and in the API, and of playing on."""
    if isinstance(row, CasualGame):
        names, place = ("play-analysis", "api:casual-game-analysis", "play-on"), [row.key]
    else:
        names = ("game-analysis", "api:game-analysis", "game-play-on")
        place = [str(row.match_id), str(row.number)]
    return (reverse(name, args=place) for name in names)
