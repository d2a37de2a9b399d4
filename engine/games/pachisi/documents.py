"""Positions of Pachisi as JSON-safe documents."""

# A document is written and read where the state's own fields are.
# ruff: noqa: SLF001

from typing import Any

from engine.bits import BITS
from engine.games.pachisi.rules import PachisiGame, PachisiState
from engine.games.pachisi.tables import FREE, UNITS
from engine.values import CHANCE, TERMINAL, integer


def position(state: PachisiState) -> dict[str, Any]:
    """Return the position alone: what docs/32-pachisi.md lists under documents."""
    beginning = [roll if roll >= 0 else None for roll in state._rolls]
    return {
        "pieces": [state.pieces(colour) for colour in range(4)],
        "turn": state._turn,
        "beginning": beginning or None,
        "dice": state.dice(),
        "again": state._again,
        "tries": state._tries,
        "throws": state._throws,
        "home": list(state._home),
    }


def restore(game: PachisiGame, document: dict[str, Any]) -> PachisiState:
    """Return the state of a document; raise ValueError where it cannot be a position."""
    state, rules = game.empty(), game.rules
    last = rules.seats - 1
    state._turn = integer(document["turn"], 0, last)
    state._throws = integer(document["throws"], 0, rules.turn_limit)
    state._tries = integer(document["tries"], 0, 2)
    state._home = tuple(integer(seat, 0, last) for seat in document["home"])
    gone = [integer(seat, 0, last) for _, seat in document["forfeits"]]
    out = [*state._home, *gone]
    if len(set(out)) < len(out):
        raise ValueError(f"home {list(state._home)} and forfeits {gone} name a seat twice")
    for seat in out:
        state._playing &= ~BITS[seat]
    rows = document["pieces"]
    if len(rows) != 4:
        raise ValueError("pieces must be four lists")
    off = [] if rules.teams else [colour for seat in gone for colour in rules.owned(seat)]
    for colour in range(4):
        _place(state, colour, rows[colour], colour in off)
    _check_home(state)
    _set_beginning(state, document["beginning"])
    _set_throw(state, document["dice"], document["again"])
    _check_player(state, document["player"])
    return state


def _place(state: PachisiState, colour: int, row: list[Any], off: bool) -> None:
    rules = state._rules
    if len(row) != 4 or (off and row != [None] * 4):
        raise ValueError(f"pieces {row!r} are not four, or null for a seat that has forfeited")
    for number, at in enumerate(row):
        piece = colour * 4 + number
        state._at[piece] = -1 if off else integer(at, 0, rules.track + 4)
        if state._at[piece] > rules.track:
            bit = BITS[4 * colour + state._at[piece] - rules.track - 1]
            free = not state._goals & bit
            state._goals |= bit
        elif state._at[piece] > 0:
            square = rules.squares[colour][state._at[piece]]
            free = rules.landing[256 * colour + state._board[square]] == FREE
            state._board[square] += UNITS[colour]
        else:
            free = True
        if not free:
            raise ValueError(f"pieces {row!r} stand where others do")


def _check_home(state: PachisiState) -> None:
    rules = state._rules
    for seat in range(rules.seats):
        home = all(state._is_home(colour) for colour in rules.owned(seat))
        if not rules.teams and home != (seat in state._home):
            raise ValueError(f"home is {list(state._home)}, which does not fit the pieces")


def _set_beginning(state: PachisiState, rolls: list[Any] | None) -> None:
    if rolls is None:
        return
    state._rolls = tuple(-1 if roll is None else integer(roll, 0, 6) for roll in rolls)
    fits = len(rolls) == state._rules.seats and 0 in state._rolls
    if not fits or state._rolls.index(0) != state._turn:
        raise ValueError(f"beginning {rolls!r} does not leave seat {state._turn} to throw")


def _set_throw(state: PachisiState, dice: list[Any], again: object) -> None:
    numbers = [integer(number, 1, 6) for number in dice]
    if len(numbers) > state._rules.dice or sorted(numbers, reverse=True) != numbers:
        raise ValueError(f"dice {dice!r} are not at most {state._rules.dice}, the larger first")
    state._first, state._second = (*numbers, 0, 0)[:2]
    # With one die left of two, the one played may have been the 6.
    possible = [6 in numbers] if len(numbers) != 1 or state._rules.dice == 1 else [False, True]
    if not isinstance(again, bool) or again not in possible or (6 in numbers and not again):
        raise ValueError(f"again is {again!r} with the dice {dice!r}")
    state._again = again
    if numbers:
        state._search()


def _check_player(state: PachisiState, player: object) -> None:
    """Raise ValueError unless this player has something to do, or the game is over."""
    if player == TERMINAL:
        return
    due = state._turn if state._first else CHANCE
    turn = state._playing & BITS[state._turn] and not state._is_decided()
    stuck = bool(state._first) and not state._legal()
    if player != due or not turn or stuck or (state._rolls and state._first):
        raise ValueError(f"player is {player!r} where {due} is to act")
