"""The films of finished games, each made once, and how the seats of a variant look."""

import hashlib
import json
from functools import cache
from typing import Any

import engine
from agents.table import reels
from agents.terms.clock import PRESETS
from engine import film, svg
from engine.canvas import SeatLook
from tournaments.machinery.caches.shared import shared
from tournaments.models import Game, Variant


def document(game: Game) -> dict[str, Any]:
    """The film of a finished game. Raises an EngineError where this engine cannot replay it."""
    kept = game.kept_record
    names = [f"{seat['name']} v{seat['version']}" for seat in kept["seats"]]
    return reels.document(kept, names, PRESETS[game.match.time_control])


def text(game: Game) -> str:
    """The film as JSON; made once, and shared by all who ask."""
    return shared(f"film-{game.pk}", edition(game), lambda: _written(game)).text


def edition(game: Game) -> str:
    """What the film of a finished game is made from: one with the same edition is the same."""
    made_from = f"{reels.FORMAT} {game.pk} {game.final} {game.match.time_control}"
    return hashlib.sha256(made_from.encode()).hexdigest()[:20]


def _written(game: Game) -> str:
    return json.dumps(document(game), separators=(",", ":"))


def seat_looks(variant: Variant) -> list[SeatLook]:
    """How the seats of a variant look; as in a game for four where the engine knows it no more."""
    try:
        return _looks(variant.key)
    except engine.EngineError:
        return [SeatLook((f"seat-{seat}",), "below") for seat in range(4)]


@cache
def _looks(key: str) -> list[SeatLook]:
    return svg.seat_looks(engine.parse_variant(key))


def in_colours(game: Game, sentence: str) -> str:
    """A sentence of the engine with colours for numbers of seats."""
    return film.in_colours(sentence, seat_looks(game.variant))
