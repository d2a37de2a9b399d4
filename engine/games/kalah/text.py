"""Kalah in words and letters: the text board and why a game ended."""

# ruff: noqa: SLF001

from engine.games.kalah.rules import KalahState
from engine.values import TERMINAL, surrender


def ending(state: KalahState) -> str:
    """Return why a finished game ended, in a sentence."""
    if state._reason == "forfeit":
        return surrender(state.forfeited()[0])
    first, second = state.store(0), state.store(1)
    why = "A row is empty"
    if state._reason == "quiet":
        why = f"No seed entered a store in {state._rules.quiet_limit} actions"
    if first == second:
        return f"{why}: a draw, {first} seeds each."
    winner = 0 if first > second else 1
    return f"{why}: seat {winner} wins by {max(first, second)} seeds to {min(first, second)}."


def board(state: KalahState) -> str:
    """Return the board with seat 0's row below, and whose turn it is."""
    width = max(2, len(str(max(state._ring))))
    cells = [f"{seeds:>{width}}" for seeds in state._ring]
    pits = state._rules.pits
    gap = " " * width
    names = [f"{name:>{width}}" for name in "ABCDEFGHIJKL"[:pits]]
    lines = [
        " ".join([gap, *[name.lower() for name in reversed(names)]]),
        " ".join([gap, *reversed(cells[pits + 1 : -1])]),
        " ".join([cells[-1], *[gap] * pits, cells[pits]]),
        " ".join([gap, *cells[:pits]]),
        " ".join([gap, *names]),
        ending(state) if state._player == TERMINAL else f"Seat {state._player} to move.",
    ]
    return "\n".join(line.rstrip() for line in lines)
