"""Positions of Kalah that are searched to the end of the game.

A search with a table (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975) that
knows three values to seat 0: won, drawn and lost. Who has more than half of the seeds in store has
won.

Where sowing goes both ways, play may go round. No line is followed beyond some quiet actions. A
value is exact if it is the same whoever wins there.
"""

# A search reads and copies the fields of states.
# ruff: noqa: SLF001

from typing import Final, final

from engine.games.kalah.rules import KalahGame, KalahState
from engine.machine import i64
from engine.values import TERMINAL

MOST_DEPTH: Final = 300
"""No line is followed further: Python's stack has an end."""

MOST_QUIET: Final = 12

OPEN: Final = 2
"""Bounds are one number: three times the least value, and the greatest, both plus one."""


class _Unsolved(Exception):
    """A search would have taken more positions than it may."""


@final
class Endgame:
    """Positions of one variant; what one search has shown helps later ones.

    All searches together come to `left` positions, which may be set again.
    """

    def __init__(self, game: KalahGame, left: int) -> None:
        self.left: i64 = left
        self._rules = game
        self._half: i64 = game.pits * game.seeds
        self._most_quiet: i64 = MOST_QUIET if game.cross else game.quiet_limit
        self._beyond: i64 = 1
        self._tables: tuple[dict[bytes, int], dict[bytes, int]] = ({}, {})
        self._table: dict[bytes, int] = self._tables[0]

    def solve(self, state: KalahState) -> tuple[int, int | None] | None:
        """Return the value to seat 0, and an action that keeps it if there is one.

        Return None if that would take too many positions, or quiet actions may go round.
        """
        ways = range(2 if self._rules.cross else 1)
        try:
            worths = [self._solve(state, number) for number in ways]
        except _Unsolved:
            return None
        if worths[0][0] != worths[-1][0]:
            return None
        # An action is safe that keeps the value even where the other seat wins by going round.
        return worths[-1 if state._player == 1 else 0]

    def _solve(self, state: KalahState, number: i64) -> tuple[int, int | None]:
        """Return the same where seat 1 wins what goes on for too long, or else seat 0."""
        self._beyond, self._table = 2 * number - 1, self._tables[number]
        key = _key(state, self._rules.cross)
        value = self._value(state, key, -1, 1, MOST_DEPTH)
        entry = self._table.get(key, OPEN)
        return int(value), entry // 9 - 1 if entry >= 9 else None

    def _bounds(self, state: KalahState, key: bytes) -> i64:
        """Return the least and the greatest value that are known of a position."""
        stores = self._rules.stores
        own: i64 = state._ring[stores[0]]
        other: i64 = state._ring[stores[1]]
        if own > self._half:
            return 8
        if other > self._half:
            return 0
        if state._player == TERMINAL:
            return 4
        if state._quiet >= self._most_quiet:
            return 4 * (self._beyond + 1)
        entry: i64 = self._table.get(key, OPEN)
        return entry % 9

    def _value(self, state: KalahState, key: bytes, alpha: i64, beta: i64, depth: i64) -> i64:
        """Return the value, or a bound of it where it is not between alpha and beta."""
        bounds = self._bounds(state, key)
        low = bounds // 3 - 1
        high = bounds % 3 - 1
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        return self._search(state, key, max(alpha, low), min(beta, high), depth)

    def _search(self, state: KalahState, key: bytes, alpha: i64, beta: i64, depth: i64) -> i64:
        self.left -= 1
        if self.left < 0 or depth == 0:
            raise _Unsolved
        entry: i64 = self._table.get(key, OPEN)
        seat = state._player
        value: i64 = 4 * seat - 2
        best: i64 = -1
        least, most = alpha, beta
        for _order, action, place, child in self._children(state, entry // 9 - 1, alpha, beta):
            reached = self._value(child, place, least, most, depth - 1)
            if reached > value if seat == 0 else reached < value:
                value, best = reached, action
                if seat == 0:
                    least = max(least, value)
                else:
                    most = min(most, value)
            if least >= most:
                break
        low, high = entry % 9 // 3 - 1, entry % 3 - 1
        if value > alpha:
            low = value
        if value < beta:
            high = value
        self._table[key] = 9 * (best + 1) + 3 * (low + 1) + high + 1
        return value

    def _children(
        self, state: KalahState, first: i64, alpha: i64, beta: i64
    ) -> list[tuple[i64, i64, bytes, KalahState]]:
        """Return what the actions lead to, the most promising first; one alone that is enough."""
        children: list[tuple[i64, i64, bytes, KalahState]] = []
        seat = state._player
        store: i64 = self._rules.stores[seat]
        for number in state._legal():
            action: i64 = number
            child = KalahState(self._rules, state._ring[:], seat, state._filled)
            child._quiet = state._quiet
            child._advance(action)
            key = _key(child, self._rules.cross)
            bounds = self._bounds(child, key)
            if bounds // 3 - 1 >= beta if seat == 0 else bounds % 3 - 1 <= alpha:
                return [(0, action, key, child)]
            order = -2 * child._ring[store] - (child._player == seat)
            children.append((-1000 if action == first else order, action, key, child))
        children.sort(key=_order_of)
        return children


def _order_of(child: tuple[i64, i64, bytes, KalahState]) -> int:
    return child[0]


def _key(state: KalahState, with_quiet: bool) -> bytes:
    """Return what tells a position from others; quiet actions count where play may go round."""
    if with_quiet or state._player == TERMINAL:
        return state.key()
    quiet = state._quiet
    state._quiet = 0
    key = state.key()
    state._quiet = quiet
    return key
