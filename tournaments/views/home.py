"""The first page."""

from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

import engine
from tournaments.models import Variant
from tournaments.queries import authors, bots
from tournaments.queries.ratings import leaderboards
from tournaments.queries.ratings.leaderboards import LeaderboardLine
from tournaments.queries.tournaments import lists
from tournaments.views import positions


def home(request: HttpRequest) -> HttpResponse:
    """What is played and who leads; authors read how their bots stand, others what this is."""
    shown: dict[str, Any] = {"tournaments": lists.news(request.user, limit=5)}
    if request.user.is_authenticated:
        shown |= {"desk": authors.desk(request.user, now=timezone.now()), "tops": _tops(1)}
    else:
        picture = positions.typical(engine.load_game("kalah", seeds=4), actions=9)
        shown |= {"picture": picture, "bots": bots.newest(limit=5), "tops": _tops(2)}
    return render(request, "home.html", shown)


def _tops(count: int) -> list[tuple[Variant, list[LeaderboardLine]]]:
    """The first leaderboards on which somebody has played, each with its first lines."""
    tops = leaderboards.tops(limit=5)
    return list(islice((top for top in tops if top[1]), count))
