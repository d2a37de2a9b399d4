"""The films of finished games, each made once, and how the seats of a variant look."""

import hashlib
import json
from functools import cache
from typing import Any

import engine
from agents.table import reels
from agents.terms.clock import PRESETS
from engine import svg
from engine.canvas import SeatLook
from tournaments.machinery.caches.shared import shared
from tournaments.models import Game, Variant


def document(game: Game) -> dict[str, Any]:
    """The film of a finished game. Raises an EngineError where this engine cannot replay it."""
    stored = game.kept_record
    names = [f"{seat['name']} v{seat['version']}" for seat in stored["seats"]]
    return reels.document(stored, names, PRESETS[game.match.time_control])


def text(game: Game) -> str:
    """The film as JSON, made once and cached."""
    return shared(f"film-{game.pk}", edition(game), lambda: _written(game)).text


def edition(game: Game) -> str:
    """A key of what a film is made from: films of the same edition are equal."""
    made_from = f"{reels.FORMAT} {game.pk} {game.final} {game.match.time_control}"
    return hashlib.sha256(made_from.encode()).hexdigest()[:20]


def _written(game: Game) -> str:
    return json.dumps(document(game), separators=(",", ":"))


def seat_looks(variant: Variant) -> list[SeatLook]:
    """The looks of a variant's seats; those of a game for four if the engine no longer knows it."""
    try:
        return _looks(variant.key)
    except engine.EngineError:
        return [SeatLook((f"seat-{seat}",), "below") for seat in range(4)]


def seat_sides(variant: Variant) -> list[int]:
    """The side of each seat; a side of its own if the engine no longer knows the variant."""
    try:
        return variant.load().sides()
    except engine.EngineError:
        return list(range(4))


@cache
def _looks(key: str) -> list[SeatLook]:
    return svg.seat_looks(engine.parse_variant(key))
