"""Boards as stand-alone SVG 1.1."""

from collections.abc import Callable
from typing import Any

from engine.canvas import Canvas, SeatLook
from engine.game import Game
from engine.sentences import say
from engine.state import State
from engine.values import HIDDEN

__all__ = ["Canvas", "draw", "past_of", "seat_looks"]


def draw(
    state: State,
    *,
    dark: bool = False,
    ids: str = "k",
    past: Any = None,
    translate: Callable[..., str] = say,
) -> str:
    """Return the board as SVG text, for a light or a dark page.

    `ids` begins every element id, so that several boards can share a page. `past` is what
    `past_of` returns for the state; without it the game is played again to find it. `translate`
    writes the titles of things, in English by default; see `engine.sentences.say`.
    """
    canvas = Canvas(dark=dark, ids=ids, translate=translate)
    game = state.get_game()
    picture = game.info.part("picture")
    picture.paint_board(game, canvas)
    picture.paint(state, canvas, past_of(state) if past is None else past)
    return canvas.finish(game.name, str(state))


def past_of(state: State) -> Any:
    """Return what a game's pictures mark of the past of a state, found by playing it again."""
    game = state.get_game()
    past = game.info.part("picture").Past(game)
    if HIDDEN not in state.history():
        for before, action in state.replayed():
            past.add(before, action)
    return past


def seat_looks(game: Game) -> list[SeatLook]:
    """Return how each seat looks in the pictures of a game, and where it sits."""
    look = game.info.part("picture").look
    return [look(game, seat) for seat in range(game.num_players())]
