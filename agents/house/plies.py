"""A search over throws on a value function, one throw deeper each time until time is up.

Every side answers every throw with what looks best for it, and only what follows that is looked at
more deeply: so each ply costs as many times more as there are throws. Actions that look too bad
are left out. GNU Backgammon searches like this. A whole layer of positions is looked at together,
because a network is quickest with many at once; and the values of all sides are kept, as in max^n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kauri.sdk import Clock, State

from .neural import Neural
from .searching import OutOfTime

MOST_DEPTH = 12
AT_ONCE = 32
MANY = 60
MARGIN = 0.2
"""How much worse than the best an action may look, to be looked at one throw deeper."""


class Plies(Neural):
    """Looks as many throws ahead as its share of the clock allows."""

    def choose(self, state: State, clock: Clock) -> int:
        """The best action of the last depth that was looked at in whole."""
        if len(state.legal_actions()) == 1:
            return state.legal_actions()[0]
        self.begin(clock)
        actions = state.legal_actions()
        rows = self.values([state.child(action) for action in actions])
        hopes = {action: row[self.side] for action, row in zip(actions, rows, strict=True)}
        depth = 0
        try:
            while depth < MOST_DEPTH and len(hopes) > 1:
                hopes = self.deeper(state, hopes, depth + 1)
                depth += 1
        except OutOfTime:
            pass
        best = max(hopes, key=lambda action: hopes[action])
        self.note(f"{state.action_to_string(best)} {hopes[best]:+.2f} after {depth} throws")
        return best

    def deeper(self, state: State, hopes: dict[int, float], depth: int) -> dict[int, float]:
        """What each action that is near the best promises after a number of throws."""
        near = [action for action, hope in hopes.items() if hope >= max(hopes.values()) - MARGIN]
        rows = self.means([state.child(action) for action in near], depth)
        return {action: row[self.side] for action, row in zip(near, rows, strict=True)}

    def means(self, states: Sequence[State], depth: int) -> list[list[float]]:
        """What each side can expect, by the values of what follows a number of throws."""
        if depth == 0:
            return self.look(states)
        follows = []
        for place, state in enumerate(states):
            self.check_time()
            follows += [(place, chance, child) for chance, child in _thrown(state)]
        replies = self.replies([child for _place, _chance, child in follows])
        totals = [[0.0] * len(self.firsts) for _state in states]
        for (place, chance, _), row in zip(follows, self.means(replies, depth - 1), strict=True):
            totals[place] = [t + chance * v for t, v in zip(totals[place], row, strict=True)]
        return totals

    def replies(self, states: Sequence[State]) -> list[State]:
        """What the side to act makes of each position; the position itself where nobody acts."""
        replies = []
        for first in range(0, len(states), AT_ONCE):
            self.check_time()
            several = [(state, _choices(state)) for state in states[first : first + AT_ONCE]]
            asked = [child for _, children in several if len(children) > 1 for child in children]
            rows = iter(self.values(asked))
            replies += [self.best_of(state, children, rows) for state, children in several]
        return replies

    def best_of(self, state: State, children: list[State], rows: Iterator[list[float]]) -> State:
        """The best child for the side to act, if there are several; then their values are next."""
        if len(children) == 1:
            return children[0]
        side = self.sides[state.current_player()]
        return max(children, key=lambda _child: next(rows)[side])

    def look(self, states: Sequence[State]) -> list[list[float]]:
        """The values of many positions. Raises OutOfTime."""
        rows: list[list[float]] = []
        for first in range(0, len(states), AT_ONCE):
            self.check_time()
            rows += self.values(states[first : first + AT_ONCE])
        return rows


def _thrown(state: State) -> list[tuple[float, State]]:
    """What may be thrown, with its chance; the position itself if nothing is thrown there."""
    if not state.is_chance_node():
        return [(1.0, state)]
    return [(chance, state.child(outcome)) for outcome, chance in state.chance_outcomes()]


def _choices(state: State) -> list[State]:
    """What the side to act can make of a position; the position itself if none or very many."""
    actions = state.legal_actions() if state.is_player_node() else []
    return [state.child(action) for action in actions] if 0 < len(actions) <= MANY else [state]
