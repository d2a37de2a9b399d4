"""Kalah in words and letters: the text board and why a game ended."""

# ruff: noqa: SLF001

from typing import Final

from engine.games.kalah.rules import KalahState
from engine.sentences import SHARED, Sentence, sentence, surrender

SENTENCES: Final = {
    **SHARED,
    "row-empty": "a row is empty",
    "no-seed-stored": "no seed entered a store in {actions} actions",
    "seeds-equal": "a draw, {seeds} seeds each",
    "more-seeds": "{seats} wins by {seeds} seeds to {others}",
}


def ending(state: KalahState) -> Sentence:
    """Return how a finished game ended."""
    if state._reason == "forfeit":
        return surrender(state.forfeited()[0])
    cause = sentence("row-empty")
    if state._reason == "quiet":
        cause = sentence("no-seed-stored", actions=state._rules.quiet_limit)
    return sentence("cause-result", cause=cause, result=_result(state.store(0), state.store(1)))


def _result(first: int, second: int) -> Sentence:
    if first == second:
        return sentence("seeds-equal", seeds=first)
    winner = 0 if first > second else 1
    most, fewest = max(first, second), min(first, second)
    return sentence("more-seeds", seats=[winner], seeds=most, others=fewest)


def board(state: KalahState) -> str:
    """Return the board with seat 0's row below, and whose turn it is."""
    width = max(2, len(str(max(state._ring))))
    cells = [f"{seeds:>{width}}" for seeds in state._ring]
    pits = state._rules.pits
    gap = " " * width
    outcome = state.outcome()
    names = [f"{name:>{width}}" for name in "ABCDEFGHIJKL"[:pits]]
    lines = [
        " ".join([gap, *[name.lower() for name in reversed(names)]]),
        " ".join([gap, *reversed(cells[pits + 1 : -1])]),
        " ".join([cells[-1], *[gap] * pits, cells[pits]]),
        " ".join([gap, *cells[:pits]]),
        " ".join([gap, *names]),
        outcome.text if outcome else f"Seat {state._player} to move.",
    ]
    return "\n".join(line.rstrip() for line in lines)
