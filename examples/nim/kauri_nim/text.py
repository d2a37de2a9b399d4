"""Nim in words and letters: the text board and why a game ended."""

from typing import Final

from kauri.engine.sentences import SHARED, Sentence, sentence, surrender

from .rules import NimState

SENTENCES: Final = {
    **SHARED,
    "nim-heap-empty": "the heap is empty",
    "nim-alone": "the others gave up",
}


def ending(state: NimState) -> Sentence:
    """Return how a finished game ended."""
    if len(state.forfeited()) == state.num_players() - 1:
        return _surrender(state)
    wins = sentence("wins", seats=[state.ranks().index(1)])
    return sentence("result-cause", result=wins, cause=sentence("nim-heap-empty"))


def _surrender(state: NimState) -> Sentence:
    """Return that the others gave up."""
    if state.num_players() == 2:
        return surrender(state.forfeited()[0])
    winner = sentence("wins", seats=[state.ranks().index(1)])
    return sentence("result-cause", result=winner, cause=sentence("nim-alone"))


def board(state: NimState) -> str:
    """Return the heap, and whose turn it is."""
    outcome = state.outcome()
    who = outcome.text if outcome else f"Seat {state.current_player()} to take."
    return f"{state.left} left\n{who}"
