"""The first page."""

from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

import engine
from tournaments.queries import tournament_lists
from tournaments.queries.bots import overview
from tournaments.queries.casual import opponents
from tournaments.queries.games import lessons
from tournaments.queries.people import authors
from tournaments.queries.ratings import leaderboards
from tournaments.views import live
from tournaments.web.fragments import fragment

FIRST_GAME = "kalah"
"""The game of the first page: no dice come before the visitor's move, and one click is a move."""


def home(request: HttpRequest) -> HttpResponse:
    """What is played and who leads; for authors their bots, for others an introduction."""
    context: dict[str, Any] = {
        "tournaments": tournament_lists.news(request.user, limit=5),
        "boards": live.part(None),
    }
    if request.user.is_authenticated:
        context |= {"desk": authors.desk(request.user, now=timezone.now()), "tops": _tops(1)}
    else:
        context |= _first_move() | {"bots": overview.newest(limit=5), "tops": _tops(2)}
    return render(request, "home.html", context)


def _first_move() -> dict[str, Any]:
    """A game in which the visitor has the first move; without a house bot only its board."""
    game = engine.load_game(FIRST_GAME)
    state = game.new_initial_state()
    has_house = game.id in opponents.house_games()
    choices = lessons.choices_in(state) if has_house else []
    return {"first": game, "position": state, "choices": choices}


def _tops(count: int) -> str:
    """The first leaderboards with games, each with its first lines."""

    def tops() -> dict[str, object]:
        with_games = (top for top in leaderboards.tops(limit=5) if top[1])
        return {"tops": list(islice(with_games, count))}

    return fragment("leaderboards/_tops.html", tops, name=f"tops-{count}")
