"""Alpha-beta search with a transposition table, one action deeper each time until time is up.

D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975: what the other side would
not allow needs no exact value. The table is R. D. Greenblatt's, "The Greenblatt chess program",
1967: a position that was reached before, by whatever way, need not be searched again.
"""

from __future__ import annotations

from typing import NamedTuple

from kauri.sdk import Clock, State

from .searching import OutOfTime, Searching

EXACT, AT_LEAST, AT_MOST = range(3)
MOST_DEPTH = 60
MOST_ENTRIES = 200_000
LOUD_ACTIONS = 6


class Entry(NamedTuple):
    """What a search found in a position: how deep, what value, what that value means, and how."""

    depth: int
    value: float
    bound: int
    action: int


class AlphaBeta(Searching):
    """Searches as deep as its share of the clock allows."""

    def choose(self, state: State, clock: Clock) -> int:
        """The best action of the deepest search that came to its end."""
        if len(state.legal_actions()) == 1:
            return state.legal_actions()[0]
        self.begin(clock)
        self.table: dict[bytes, Entry] = {}
        best = super().choose(state, clock)
        try:
            for depth in range(2, MOST_DEPTH):
                value = self.search(state, depth, -1.0, 1.0)
                if value == -1.0:
                    # Lost, whatever is played: what seemed best before may hold out longest.
                    break
                best = self.table[state.key()].action
                self.note(f"{state.action_to_string(best)} {value:+.2f} at depth {depth}")
                if value == 1.0:
                    break
        except OutOfTime:
            pass
        return best

    def search(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """The value of a position, as `Searching` says."""
        self.check_time()
        if state.is_terminal():
            return self.value(state)
        if depth <= 0:
            return self.settle(state, depth, alpha, beta)
        entry = self.table.get(state.key())
        if entry and entry.depth >= depth and _settles(entry, alpha, beta):
            return entry.value
        actions = state.legal_actions()[::-1]
        if entry:
            actions.sort(key=lambda action: action != entry.action)
        value, best = self.best(state, actions, depth, alpha, beta)
        self.keep(state, Entry(depth, value, _bound(value, alpha, beta), best))
        return value

    def settle(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """A leaf: what it looks like, or what comes of the actions that cannot wait."""
        loud = self.loud(state) if depth > -LOUD_ACTIONS else []
        if not loud:
            return self.worth(state, self.seat)
        return self.best(state, loud, depth, alpha, beta)[0]

    def loud(self, state: State) -> list[int]:
        """The actions that no look at this position can leave out of account; none here."""
        return []

    def keep(self, state: State, entry: Entry) -> None:
        """Put what was found into the table, which is emptied when it is full."""
        if len(self.table) >= MOST_ENTRIES:
            self.table.clear()
        self.table[state.key()] = entry


def _settles(entry: Entry, alpha: float, beta: float) -> bool:
    """Whether what is known makes a search within these bounds needless."""
    if entry.bound == AT_LEAST:
        return entry.value >= beta
    if entry.bound == AT_MOST:
        return entry.value <= alpha
    return True


def _bound(value: float, alpha: float, beta: float) -> int:
    if value <= alpha:
        return AT_MOST
    return AT_LEAST if value >= beta else EXACT
