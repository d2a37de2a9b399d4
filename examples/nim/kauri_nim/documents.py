"""Positions of Nim as JSON-safe documents."""

from typing import Any

from kauri.engine.values import integer

from .rules import NimGame, NimState


def position(state: NimState) -> dict[str, Any]:
    """Return the position alone."""
    return {"left": state.left}


def restore(rules: NimGame, document: dict[str, Any]) -> NimState:
    """Return the state of a document; raise ValueError where it cannot be a position."""
    state = NimState(rules, integer(document["left"], 0, rules.heap))
    if not state.left and document["player"] >= 0:
        raise ValueError("nobody acts where no counter is left")
    return state
