"""The last actions of Kalah, searched to the end of the game.

A search with a table (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975) that
knows three values: won, drawn and lost. Who has more than half of the seeds in store has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine import State

MOST_DEPTH = 300
"""No line is followed further: Python's stack has an end."""


class Unsolved(Exception):
    """A search would have taken more positions than it may."""


class Solved(NamedTuple):
    """The return of seat 0 when both play best, and an action that keeps to it, if there is one."""

    value: float
    action: int | None


def solve(states: Sequence[State], most: int) -> dict[int, Solved]:
    """Return what the last states of a game are worth, by number: as many as can be searched.

    All searches together come to `most` positions. What a later one has shown helps with an earlier
    one.
    """
    solved: dict[int, Solved] = {}
    endgame = _Endgame(states[0], most)
    for number in reversed(range(len(states))):
        try:
            solved[number] = endgame.solve(states[number])
        except Unsolved:
            break
    return solved


class _Entry(NamedTuple):
    """The least and the most that a position can be worth, and the action that seemed best."""

    low: float
    high: float
    action: int | None


class _Endgame:
    """Positions of one variant; at most `most` of them are searched."""

    def __init__(self, state: State, most: int) -> None:
        options = state.get_game().options
        self._half: int = options["pits"] * options["seeds"]
        self._table: dict[bytes, _Entry] = {}
        self._left = most

    def solve(self, state: State) -> Solved:
        """Return what a position is worth; raises Unsolved."""
        value = self._search(state, -1.0, 1.0, MOST_DEPTH)
        entry = self._table.get(state.key())
        return Solved(value, entry.action if entry else None)

    def _search(self, state: Any, alpha: float, beta: float, depth: int) -> float:
        """Return the value, or a bound of it where it is not between alpha and beta."""
        if state.is_terminal():
            return float(state.returns()[0])
        for seat, won in enumerate((1.0, -1.0)):
            if state.store(seat) > self._half:
                return won
        key = state.key()
        entry = self._table.get(key, _Entry(-1.0, 1.0, None))
        if entry.low >= beta or entry.low == entry.high:
            return entry.low
        if entry.high <= alpha:
            return entry.high
        window = max(alpha, entry.low), min(beta, entry.high)
        value, action = self._best(state, *window, depth)
        is_better = value > alpha if state.current_player() == 0 else value < beta
        self._table[key] = _Entry(
            value if value > alpha else entry.low,
            value if value < beta else entry.high,
            action if is_better else entry.action,
        )
        return value

    def _best(self, state: Any, alpha: float, beta: float, depth: int) -> tuple[float, int]:
        """Return the value of the best action, and the action."""
        seat: int = state.current_player()
        sign = 1.0 if seat == 0 else -1.0
        best, value = -1, -2.0 * sign
        self._left -= 1
        if self._left < 0 or depth == 0:
            raise Unsolved
        for action, child in _children(state, seat):
            reached = self._search(child, alpha, beta, depth - 1)
            if sign * reached > sign * value:
                best, value = action, reached
            if seat == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value, best


def _children(state: Any, seat: int) -> list[tuple[int, Any]]:
    """Return what the actions lead to, what fills the seat's store most first."""
    children = [(action, state.child(action)) for action in state.legal_actions()]
    children.sort(key=lambda pair: -pair[1].store(seat))
    return children
