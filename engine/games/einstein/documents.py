"""Positions of EinStein as JSON-safe documents."""

# A document is written and read where the state's own fields are.
# ruff: noqa: SLF001

from typing import Any

from engine.bits import BITS
from engine.games.einstein.rules import EinsteinGame, EinsteinState, empty
from engine.games.einstein.tables import BOTH, SQUARES
from engine.values import CHANCE, TERMINAL


def position(state: EinsteinState) -> dict[str, Any]:
    """Return the position alone: what docs/31-einstein.md lists under documents."""
    rows: list[Any] = [
        state.stones(seat) if state._placed & BITS[seat] else "unplaced" for seat in (0, 1)
    ]
    if state._hidden:
        rows[0] = "hidden"
    return {"stones": rows, "turn": state._turn, "roll": state.roll()}


def restore(rules: EinsteinGame, document: dict[str, Any]) -> EinsteinState:
    """Return the state of a document; raise ValueError where it cannot be a position."""
    state = empty(rules)
    state._turn = (0, 1).index(document["turn"])
    state._roll = -1 if document["roll"] is None else (1, 2, 3, 4, 5, 6).index(document["roll"])
    for seat, row in enumerate(document["stones"]):
        _set_row(state, seat, row)
    due = _due(state)
    if document["player"] not in {TERMINAL, due}:
        raise ValueError(f"player is {document['player']!r} where {due} is to act")
    return state


def _set_row(state: EinsteinState, seat: int, row: list[str | None] | str) -> None:
    """Place one seat's stones."""
    if row == "hidden" and seat == 0:
        state._hidden = True
    elif row != "unplaced":
        squares = [SQUARES.index(name) if name is not None else -1 for name in row]
        used = [square for square in squares if square >= 0]
        if len(squares) != 6 or len(set(used)) < len(used):
            raise ValueError(f"stones {row!r} are not six different squares or null")
        if any(state._board[square] >= 0 for square in used):
            raise ValueError("two stones on one square")
        state._placed |= BITS[seat]
        for stone, square in enumerate(squares):
            if square >= 0:
                state._put(seat * 6 + stone, square)


def _due(state: EinsteinState) -> int:
    """Return who has to act, from the position alone."""
    if state._placed < 2 and state._rules.setup == "chosen":
        return state._turn
    mask = state._alive >> 6 * state._turn & 63
    rolled = state._roll >= 0 or mask & (mask - 1) == 0
    return state._turn if state._placed == BOTH and rolled else CHANCE
