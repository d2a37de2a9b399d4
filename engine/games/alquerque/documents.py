"""Positions of Alquerque grande as JSON-safe documents."""

# A document is written and read where the state's own fields are.
# ruff: noqa: SLF001

from typing import Any

from engine.bits import BITS
from engine.games.alquerque.lines import ALL, bits_of, course_of, step_of
from engine.games.alquerque.rules import AlquerqueGame, AlquerqueState
from engine.machine import i64, vec
from engine.values import TERMINAL, integer


def position(state: AlquerqueState) -> dict[str, Any]:
    """Return the position alone: what docs/34-alquerque.md lists under documents."""
    return {
        "stones": [state.stones(seat) for seat in range(state.num_players())],
        "captured": list(state._captured),
        "barred": [str(course_of(50 * step)) if step >= 0 else None for step in state._barred],
        "places": list(state._places),
        "quiet": state._quiet,
    }


def restore(rules: AlquerqueGame, document: dict[str, Any]) -> AlquerqueState:
    """Return the state of a document; raise ValueError where it cannot be a position."""
    for key in ("stones", "captured", "barred", "places"):
        if len(document[key]) != rules.seats:
            raise ValueError(f"{key} must have an entry for each of {rules.seats} seats")
    stones = vec[i64]([bits_of(row) for row in document["stones"]])
    captured = vec[i64]([integer(count, 0, 48) for count in document["captured"]])
    barred = vec[i64]([step_of(text) for text in document["barred"]])
    state = AlquerqueState(rules, stones, captured, barred)
    state._places = vec[i64]([integer(place, 0, 4) for place in document["places"]])
    if sum(state._stones) != ALL ^ state._empty:
        raise ValueError("two stones on one point")
    player = integer(document["player"], TERMINAL, rules.seats - 1)
    _check_places(state, player)
    state._quiet = integer(document["quiet"], 0, rules.quiet_limit)
    if rules.teams:
        for _, seat in document["forfeits"]:
            state._absent |= BITS[seat]
    if player != TERMINAL and (state._absent & BITS[player] or not state._can_move(player)):
        raise ValueError(f"player is {player}, who cannot move")
    return state


def _check_places(state: AlquerqueState, player: int) -> None:
    """Raise ValueError unless just the seats without stones have left, in a slow game alone."""
    slow = state._rules.slow
    for seat, place in enumerate(state._places):
        if (place > 0) != (slow and not state.stones(seat)):
            raise ValueError(f"places: {place} does not fit the stones of seat {seat}")
    if slow and list(state._places).count(0) < 2 and player != TERMINAL:
        raise ValueError("places: one seat is left, so the game is over")
