"""The first page."""

from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

import engine
from tournaments.queries import authors, bots
from tournaments.queries.ratings import leaderboards
from tournaments.queries.tournaments import lists
from tournaments.views import positions


def home(request: HttpRequest) -> HttpResponse:
    """What is played and who leads; authors read how their bots stand, others what this is."""
    tops = ((variant, rows) for variant, rows in leaderboards.tops(limit=5) if rows)
    context = {
        "picture": positions.typical(engine.load_game("kalah", seeds=4), actions=9),
        "tournaments": lists.news(request.user, limit=5),
        "tops": list(islice(tops, 2)),
        "bots": bots.newest(limit=5),
    }
    if request.user.is_authenticated:
        context["desk"] = authors.desk(request.user, now=timezone.now())
    return render(request, "home.html", context)
