"""The first page."""

from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from tournaments.queries import bots
from tournaments.queries.ratings import leaderboards
from tournaments.queries.tournaments import lists
from tournaments.views import live, positions


def home(request: HttpRequest) -> HttpResponse:
    """What this is, what is being played, who leads, and how to begin."""
    tops = ((variant, rows) for variant, rows in leaderboards.tops(limit=5) if rows)
    context = {
        "picture": positions.typical(engine.load_game("kalah", seeds=4), actions=9),
        "tournaments": lists.news(request.user, limit=5),
        "boards": live.part(None),
        "tops": list(islice(tops, 2)),
        "bots": bots.newest(limit=5),
    }
    return render(request, "home.html", context)
