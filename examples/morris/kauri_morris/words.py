"""Actions of Nine Men's Morris for people."""

from typing import Final

from kauri.engine.sentences import Sentence, sentence

from .board import POINTS
from .rules import HAND, NOBODY, MorrisState

SENTENCES: Final = {
    "morris-place": "Place a man on {end}",
    "morris-place-told": "{seats} places a man on {end}",
    "morris-place-label": "On {end}",
    "morris-move": "Move the man from {start} to {end}",
    "morris-move-told": "{seats} moves the man from {start} to {end}",
    "morris-move-label": "From {start} to {end}",
    "morris-take": "taking the man on {taken} with a mill",
    "morris-fly": "You have three men left: they may jump to any point.",
}


def deed(_state: MorrisState, action: int) -> Sentence:
    """Return an action in words."""
    start, end = divmod(action // 25, 24)
    if start == HAND:
        return sentence("morris-place", end=POINTS[end])
    return sentence("morris-move", start=POINTS[start], end=POINTS[end])


def effects(_before: MorrisState, action: int, _after: MorrisState) -> list[Sentence]:
    """Return what follows from an action: a mill, which takes a man."""
    taken = action % 25
    return [] if taken == NOBODY else [sentence("morris-take", taken=POINTS[taken])]


def duty(state: MorrisState) -> Sentence | None:
    """Return which rule is special in this position."""
    return sentence("morris-fly") if state.may_fly(state.current_player()) else None
