"""The judge's view of a finished game, beside its replay: of a match, or a casual one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.errors import Invalid
from tournaments.models import CasualGame, Game
from tournaments.queries.casual import lists
from tournaments.queries.games import analyses, matches
from tournaments.services.analysis.analyses import ask
from tournaments.web.requests import HtmxHttpRequest
from tournaments.web.throttling import asker, throttled

PLACE = "#analysis"


@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: HtmxHttpRequest, pk: int, number: int) -> HttpResponseBase:
    """How far the analysis of a game has come; by POST, ask for one."""
    row = get_object_or_404(matches.games(request.user), match__pk=pk, number=number)
    return _answer(request, row)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def casual(request: HtmxHttpRequest, key: str) -> HttpResponseBase:
    """The same for a casual game, which is there for whoever knows its key."""
    row = lists.found(key)
    if row is None:
        raise Http404("There is no such game.")
    return _answer(request, row)


def _answer(request: HtmxHttpRequest, row: Game | CasualGame) -> HttpResponseBase:
    if request.method == "POST":
        asked = _ask_as_player if request.user.is_authenticated else _ask_as_visitor
        return asked(request, row=row)
    if not request.htmx:
        return redirect(row.get_absolute_url() + PLACE)
    told = shown(row)
    if not told:
        return HttpResponse(status=204)
    return render(request, "matches/_analysis.html", {"game": row} | told)


def shown(row: Game | CasualGame) -> dict[str, Any]:
    """What the analysis of a game shows; nothing where nobody can have one."""
    if not analyses.can_be_judged(row):
        return {}
    known, (page, told_at) = analyses.of(row), _addresses(row)
    told: dict[str, Any] = {"analysis": known, "may_analyse": True, "analysis_page": page}
    if known is None or known.found is None:
        return told | {"ahead": analyses.ahead_of(known) if known and not known.is_over else 0}
    return told | {
        "shares": analyses.shares(row, known.found),
        "swings": analyses.swings(row, known.found),
        "points": analyses.points(known.found),
        "seats_in_order": list(row.seats.all()),
        "dice": row.variant.load().info.has_chance,
        "analysis_url": told_at,
    }


def _addresses(row: Game | CasualGame) -> tuple[str, str]:
    """Where the analysis of a game is asked for on the site, and where the API tells it."""
    if isinstance(row, CasualGame):
        key = [row.key]
        return reverse("play-analysis", args=key), reverse("api:casual-game-analysis", args=key)
    place = [row.match_id, row.number]
    return reverse("game-analysis", args=place), reverse("api:game-analysis", args=place)


def _ask(request: HttpRequest, *, row: Game | CasualGame) -> HttpResponse:
    try:
        ask(row, asker=asker(request), now=timezone.now())
    except Invalid as refusal:
        messages.error(request, str(refusal))
    return redirect(row.get_absolute_url() + PLACE)


_ask_as_player = throttled("casual")(_ask)
_ask_as_visitor = throttled("casual-visitors")(_ask)
