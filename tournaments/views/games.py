"""The games and their rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from tournaments.queries.ratings import leaderboards
from tournaments.views import documents, positions

PICTURED_ACTIONS = 6
"""The number of actions before the position in a game's picture."""


def games(request: HttpRequest) -> HttpResponse:
    """Every game that can be played here."""
    return render(request, "games/list.html", {"games": [_card(info) for info in engine.games()]})


def game_rules(request: HttpRequest, game_id: str) -> HttpResponse:
    """The rules of a game, its options, and its leaderboards."""
    by_id = {info.id: info for info in engine.games()}
    if game_id not in by_id:
        raise Http404(f"No game {game_id}.")
    context = {
        "game": _card(by_id[game_id]),
        "rules": documents.render(documents.rules(game_id)),
    }
    return render(request, "games/rules.html", context)


def _card(info: engine.GameInfo) -> dict[str, object]:
    game = engine.load_game(info.id)
    return {
        "info": info,
        "picture": positions.typical(game, actions=PICTURED_ACTIONS),
        "variants": leaderboards.leaderboards().filter(game_id=info.id),
    }
