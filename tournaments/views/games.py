"""The games: their rules for people and for programs, and lessons."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import engine
from engine import EngineError, svg
from tournaments.queries.games import lessons
from tournaments.queries.ratings import leaderboards
from tournaments.views import documents, positions
from tournaments.web.alike import alike


@alike()
def games(request: HttpRequest) -> HttpResponse:
    """Every game that can be played here."""
    return render(request, "games/list.html", {"games": [_card(info) for info in engine.games()]})


@alike()
def game_rules(request: HttpRequest, game_id: str) -> HttpResponse:
    """The rules of a game for people, on one screen."""
    return render(request, "games/rules.html", {"game": _card(_info(game_id))})


@alike()
def specification(request: HttpRequest, game_id: str) -> HttpResponse:
    """The exact rules of a game, and its options."""
    context = {
        "game": _card(_info(game_id)),
        "rules": documents.render(documents.rules(game_id)),
    }
    return render(request, "games/specification.html", context)


@alike()
def lesson(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    """A position to play through; `action` in the query is the visitor's answer."""
    info, primer = _info(game_id), lessons.primer(game_id)
    if not 1 <= number <= len(primer.lessons):
        raise Http404("There is no such lesson.")
    current, action = primer.lessons[number - 1], request.GET.get("action", "")[:100]
    try:
        after = current.after(action) if action else None
    except EngineError:
        after = None
    is_right = after is not None and action in current.right
    position = after if after and is_right else (current.state, svg.past_of(current.state))
    context = {
        "info": info,
        "primer": primer,
        "lesson": current,
        "is_right": is_right,
        "is_wrong": after is not None and not is_right,
        "picture": positions.drawn(*position),
        "choices": [] if is_right else current.choices(),
    }
    return render(request, "games/lesson.html", context)


def _info(game_id: str) -> engine.GameInfo:
    found = next((info for info in engine.games() if info.id == game_id), None)
    if found is None:
        raise Http404(f"No game {game_id}.")
    return found


def _card(info: engine.GameInfo) -> dict[str, object]:
    return {
        "info": info,
        "primer": lessons.primer(info.id),
        "picture": positions.card(engine.load_game(info.id)),
        "variants": leaderboards.hosted().filter(game_id=info.id),
    }
