"""Alpha-beta that leans on a value function where it begins.

Where few positions can be looked at, a deep search by a plain count beats a network that looks less
far. But a count finds many actions equal. So each first action has some of what the function says
of it on top of what the search finds.
"""

from __future__ import annotations

from kauri.sdk import Clock, State

from .alphabeta import AlphaBeta
from .neural import Neural

WEIGHT = 0.2
"""How much of the value of an action is added to what the search finds."""


class Leaning(AlphaBeta, Neural):
    """Searches as deep as its share of the clock allows, by the evaluation of the game."""

    def choose(self, state: State, clock: Clock) -> int:
        """The best action of the deepest search that came to its end."""
        self.lean(state)
        return super().choose(state, clock)

    def lean(self, state: State) -> None:
        """Look at what each action leads to, for a search that begins here."""
        actions = state.legal_actions()
        rows = self.values([state.child(action) for action in actions])
        self.root = state.key()
        self.leans = {a: WEIGHT * row[self.side] for a, row in zip(actions, rows, strict=True)}

    def best(
        self, state: State, actions: list[int], depth: int, alpha: float, beta: float
    ) -> tuple[float, int]:
        """As in every search; but the first actions have what the function says on top."""
        if state.key() != self.root:
            return super().best(state, actions, depth, alpha, beta)
        best, result = -2.0, (-1.0, actions[0])
        for action in actions:
            lean = self.leans[action]
            value = self.search(state.child(action), depth - 1, max(alpha, best - lean), beta)
            # A game that is lost has no value on top.
            if value > -1.0 and value + lean > best:
                best, result = value + lean, (value, action)
            if value == 1.0:
                return value, action
        return result
