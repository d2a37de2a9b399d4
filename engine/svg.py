"""Boards as stand-alone SVG 1.1."""

from engine.canvas import Canvas
from engine.state import State

__all__ = ["Canvas", "draw"]


def draw(state: State, *, dark: bool = False, ids: str = "k") -> str:
    """Return the board as SVG text, for a light or a dark page.

    `ids` begins every element id, so that several boards can share a page.
    """
    canvas = Canvas(dark=dark, ids=ids)
    game = state.get_game()
    game.info.part("picture").paint(state, canvas)
    return canvas.finish(game.name, str(state))
