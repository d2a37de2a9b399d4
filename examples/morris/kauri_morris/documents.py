"""Positions of Nine Men's Morris as JSON-safe documents."""

from typing import Any

from kauri.engine.values import integer

from .board import POINTS
from .rules import EMPTY, MEN, MorrisGame, MorrisState


def position(state: MorrisState) -> dict[str, Any]:
    """Return the position alone: men by seat, those in the hands, and quiet moves."""
    men = [[POINTS[point] for point in state.men(seat)] for seat in (0, 1)]
    return {"men": men, "hands": state.hands[:], "quiet": state.quiet}


def restore(rules: MorrisGame, document: dict[str, Any]) -> MorrisState:
    """Return the state of a document; raise ValueError where it cannot be a position."""
    state = MorrisState(rules)
    state.hands = [integer(hand, 0, MEN) for hand in document["hands"]]
    state.quiet = integer(document["quiet"], 0, rules.quiet_limit)
    for seat, men in enumerate(document["men"]):
        if len(men) + state.hands[seat] > MEN:
            raise ValueError(f"seat {seat} has more than {MEN} men")
        for point in map(POINTS.index, men):
            if state.points[point] != EMPTY:
                raise ValueError(f"two men stand on {POINTS[point]}")
            state.points[point] = (0, 1)[seat]
    if len(state.hands) != 2 or (document["player"] >= 0 and not state._ways(document["player"])):
        raise ValueError("the seat to act has no move")
    return state
