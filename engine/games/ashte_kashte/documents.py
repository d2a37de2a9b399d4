"""Positions of Ashte Kashte as JSON-safe documents."""

# A document is written and read where the state's own fields are.
# ruff: noqa: SLF001

from typing import Any

from engine.bits import BITS
from engine.games.ashte_kashte.board import GOAL, STANDS, STARTS, STEPS, standing
from engine.games.ashte_kashte.rules import AshteKashteGame, AshteKashteState
from engine.values import CHANCE, TERMINAL, integer


def position(state: AshteKashteState) -> dict[str, Any]:
    """Return the position alone: what docs/33-ashte-kashte.md lists under documents."""
    return {
        "pieces": [state.pieces(seat) for seat in range(state._rules.seats)],
        "arrived": list(state._arrived),
        "turn": state._turn,
        "throw": state.steps(),
        "throws": state._throws,
    }


def restore(rules: AshteKashteGame, document: dict[str, Any]) -> AshteKashteState:
    """Return the state of a document; raise ValueError where it cannot be a position."""
    state = rules.new_initial_state()
    rows, gone = document["pieces"], [seat for _, seat in document["forfeits"]]
    if len(rows) != rules.seats or any(len(row) != 4 for row in rows):
        raise ValueError(f"pieces must be {rules.seats} lists of four")
    for seat, row in enumerate(rows):
        for number, index in enumerate(row):
            _put(state, seat, number, 0 if index is None else integer(index, 1, GOAL))
    state._arrived = tuple(integer(seat, 0, rules.seats - 1) for seat in document["arrived"])
    home = [seat for seat in range(rules.seats) if rows[seat] == [GOAL] * 4]
    if sorted(state._arrived) != [seat for seat in home if seat not in gone]:
        raise ValueError("arrived must list the seats whose pieces are all home")
    for seat in {*home, *gone}:
        state._playing &= ~BITS[seat]
    state._turn = integer(document["turn"], 0, rules.seats - 1)
    state._throws = integer(document["throws"], 0, rules.turn_limit)
    if document["throw"] is not None:
        state._steps = STEPS[STEPS.index(document["throw"])]
        state._find_moves()
    _check_player(state, document["player"])
    return state


def _put(state: AshteKashteState, seat: int, number: int, index: int) -> None:
    """Place a piece; raise ValueError where it cannot stand."""
    square = STANDS[state._rules.edges[seat] * (GOAL + 1) + index]
    if state._taken & square:
        alone = standing(state._at[seat], index) and not state._doubles & square
        if index in STARTS or not alone:
            raise ValueError(f"seat {seat}'s piece on {index} has no room there")
        state._doubles |= square
    state._taken |= square
    state._at[seat] += index << 8 * number


def _check_player(state: AshteKashteState, player: object) -> None:
    """Raise ValueError where a document's player is not the one that is due."""
    rules, throws = state._rules, bool(state._steps)
    over = state._is_alone() or (bool(state._arrived) and not rules.playing_out)
    spent = state._throws == rules.turn_limit and not throws
    if over or spent:
        due = TERMINAL
    elif state._turn not in state._left() or (throws and not state._legal()):
        raise ValueError(f"seat {state._turn} cannot be at turn here")
    else:
        due = state._turn if throws else CHANCE
    if player != due or (throws and (over or not state._throws)):
        raise ValueError(f"player is {player!r} where {due} is due")
