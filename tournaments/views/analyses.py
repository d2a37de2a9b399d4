"""The judge's view of a finished game, beside its replay."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tournaments.errors import Invalid
from tournaments.models import Game
from tournaments.queries import analyses, matches
from tournaments.services.analyses import ask
from tournaments.web.requests import HtmxHttpRequest
from tournaments.web.throttling import throttled

PLACE = "#analysis"


@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: HtmxHttpRequest, pk: int, number: int) -> HttpResponseBase:
    """How far the analysis of a game has come; by POST, ask for one."""
    row = get_object_or_404(matches.games(request.user), match__pk=pk, number=number)
    if request.method == "POST":
        asked = _ask_as_player if request.user.is_authenticated else _ask_as_visitor
        return asked(request, row=row)
    if not request.htmx:
        return redirect(row.get_absolute_url() + PLACE)
    return render(request, "matches/_analysis.html", {"game": row} | shown(row))


def shown(row: Game) -> dict[str, Any]:
    """What the analysis of a game shows; nothing where nobody can have one."""
    if not row.is_over or row.record is None:
        return {}
    known = analyses.of(row)
    told: dict[str, Any] = {"analysis": known, "may_analyse": True}
    if known is None or known.found is None:
        return told | {"ahead": analyses.ahead_of(known) if known and not known.is_over else 0}
    return told | {
        "shares": analyses.shares(row, known.found),
        "swings": analyses.swings(row, known.found),
        "points": analyses.points(known.found),
        "seats_in_order": list(row.seats.all()),
        "dice": row.variant.load().info.has_chance,
        "analysis_url": reverse("api:game-analysis", args=[row.match_id, row.number]),
    }


def _ask(request: HttpRequest, *, row: Game) -> HttpResponse:
    try:
        ask(row, now=timezone.now())
    except Invalid as refusal:
        messages.error(request, str(refusal))
    return redirect(row.get_absolute_url() + PLACE)


_ask_as_player = throttled("casual")(_ask)
_ask_as_visitor = throttled("casual-visitors")(_ask)
