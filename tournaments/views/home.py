"""The first page."""

from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe

import engine
from tournaments.machinery.caches.shared import brief
from tournaments.queries import tournament_lists
from tournaments.queries.bots import overview
from tournaments.queries.people import authors
from tournaments.queries.ratings import leaderboards
from tournaments.views import live, positions


def home(request: HttpRequest) -> HttpResponse:
    """What is played and who leads; for authors their bots, for others an introduction."""
    context: dict[str, Any] = {
        "tournaments": tournament_lists.news(request.user, limit=5),
        "boards": live.part(None),
    }
    if request.user.is_authenticated:
        context |= {"desk": authors.desk(request.user, now=timezone.now()), "tops": _tops(1)}
    else:
        picture = positions.typical(engine.load_game("kalah", seeds=4), actions=9)
        context |= {"picture": picture, "bots": overview.newest(limit=5), "tops": _tops(2)}
    return render(request, "home.html", context)


def _tops(count: int) -> str:
    """The first leaderboards with games, each with its first lines."""

    def make() -> str:
        tops = (top for top in leaderboards.tops(limit=5) if top[1])
        return render_to_string("leaderboards/_tops.html", {"tops": list(islice(tops, count))})

    text = brief(f"tops-{count}", timezone.now(), make)
    return mark_safe(text)  # noqa: S308 - a template has written it
