"""EinStein in words and letters: the text board and why a game ended."""

# ruff: noqa: SLF001

from typing import Final

from engine.games.einstein.rules import EinsteinState
from engine.games.einstein.tables import BOTH, CORNERS, SQUARES
from engine.sentences import SHARED, Sentence, sentence, surrender
from engine.values import CHANCE

SENTENCES: Final = {**SHARED, "corner-reached": "it has reached {square}"}


def ending(state: EinsteinState) -> Sentence:
    """Return how a finished game ended."""
    if state._reason == "forfeit":
        return surrender(state.forfeited()[0])
    winner = state._ranks.index(1)
    cause = sentence("no-stone-left", seats=[1 - winner])
    if state._reason == "corner":
        cause = sentence("corner-reached", square=SQUARES[CORNERS[winner]])
    return sentence("result-cause", result=sentence("wins", seats=[winner]), cause=cause)


def board(state: EinsteinState) -> str:
    """Return the board with a5 at the top left, and whose turn it is."""
    lines = []
    for row in range(5):
        pieces = [_symbol(state._board[row * 5 + column]) for column in range(5)]
        lines.append(f"{5 - row}  " + " ".join(pieces))
    lines += ["    a  b  c  d  e", _who(state)]
    return "\n".join(line.rstrip() for line in lines)


def _symbol(piece: int) -> str:
    return " ." if piece < 0 else f"{'+-'[piece // 6]}{piece % 6 + 1}"


def _who(state: EinsteinState) -> str:
    outcome = state.outcome()
    if outcome is not None:
        return outcome.text
    if state._placed != BOTH:
        return f"Seat {state._turn} to place its stones."
    die = f" with a {state._roll + 1}" if state._roll >= 0 else " (one stone, no roll)"
    todo = "roll" if state._player == CHANCE else f"move{die}"
    return f"Seat {state._turn} ({'+-'[state._turn]}) to {todo}."
