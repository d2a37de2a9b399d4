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

from tournaments.forms.casual import PlayOnForm
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


@require_http_methods(["GET", "HEAD", "POST"])
@throttled("casual", visitors="casual-visitors")
def what_if(request: HtmxHttpRequest, pk: int, number: int) -> HttpResponseBase:
    """The score of games from a position of a match's game; a POST requests them."""
    rows = matches.games(request.user).recorded()
    return _continuation(request, get_object_or_404(rows, match__pk=pk, number=number))


@require_http_methods(["GET", "HEAD", "POST"])
@throttled("casual", visitors="casual-visitors")
def casual_what_if(request: HtmxHttpRequest, key: str) -> HttpResponseBase:
    """The same for a casual game that is over."""
    row = lists.found(key)
    if row is None:
        raise Http404("There is no such game.")
    return _continuation(request, row)


def _continuation(request: HtmxHttpRequest, row: Game | CasualGame) -> HttpResponseBase:
    form = PlayOnForm(request.POST or request.GET)
    if not form.is_valid():
        return redirect(row)
    ply = form.cleaned_data["ply"]
    if request.method == "POST":
        with refusals.as_message(request):
            ask(row, asker=asker(request), now=timezone.now(), ply=ply)
    elif request.htmx and analyses.of(row, ply + 1):
        return render(request, "matches/_what_if.html", {"game": row} | from_position(row, ply))
    return redirect(f"{row.get_absolute_url()}?ply={ply}#what-if")


def from_position(row: Game | CasualGame, ply: int) -> dict[str, Any]:
    """The context of the games from a position; empty where nobody has asked for any."""
    what_if = analyses.of(row, ply + 1)
    if what_if is None:
        return {}
    scores = analyses.shares(row, what_if.found) if what_if.found else []
    page = what_if_page(row)
    return {"what_if": what_if, "scores": scores, "ply": ply, "what_if_page": page}


def what_if_page(row: Game | CasualGame) -> str:
    """The address that plays on from a position of a game many times."""
    if isinstance(row, CasualGame):
        return reverse("play-what-if", args=[row.key])
    return reverse("game-what-if", args=[row.match_id, row.number])


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
    context["what_if_page"] = what_if_page(row)
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
