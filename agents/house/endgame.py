"""Plays the end of a game exactly: every line is followed to the last action, and kept.

R. Bellman, "On the application of dynamic programming to the determination of optimal play in
chess and checkers", 1965: a position is worth what its best child is worth, and each position has
to be worked out only once. Before the end is near this bot looks one action ahead.
"""

from __future__ import annotations

import time

from kauri.sdk import Clock, State

from .glance import Glance

MOST_POSITIONS = 300_000
MOST_DEPTH = 200


class TooFar(Exception):
    """The end is too far away to be worked out now."""


class Endgame(Glance):
    """A glance at first; no mistakes once the end is near."""

    table: dict[bytes, float] | None = None

    def choose(self, state: State, clock: Clock) -> int:
        """The action with the best exact value, or what a glance shows best."""
        actions = state.legal_actions()
        if len(actions) > 1 and self.is_near(state):
            self.end = time.perf_counter() + clock.share()
            try:
                return self.exact(state, actions)
            except TooFar:
                pass
        return super().choose(state, clock)

    def is_near(self, state: State) -> bool:
        """Whether so little is left in a position that all of it can be worked out."""
        raise NotImplementedError("a bot brings what is near to the end of its game")

    def exact(self, state: State, actions: list[int]) -> int:
        """The action with the best value. Raises TooFar if that takes too long."""
        values = {action: self.solve(state.child(action)) for action in actions}
        best = max(actions, key=lambda action: values[action])
        self.note(f"{state.action_to_string(best)} is worth exactly {values[best]:+.3f}")
        return best

    def solve(self, state: State, depth: int = 0) -> float:
        """The return that this side gets if both play their best from here on."""
        if state.is_terminal():
            return state.returns()[self.seat]
        if self.table is None:
            self.table = {}
        key = state.key()
        if key not in self.table:
            full = len(self.table) >= MOST_POSITIONS or depth >= MOST_DEPTH
            if full or time.perf_counter() > self.end:
                raise TooFar
            self.table[key] = self.combine(state, depth + 1)
        return self.table[key]

    def combine(self, state: State, depth: int) -> float:
        """The mean over a throw, the best for this side, or the worst where others act."""
        if state.is_chance_node():
            after = ((p, self.solve(state.child(o), depth)) for o, p in state.chance_outcomes())
            return sum(chance * value for chance, value in after)
        choice = max if state.current_player() in self.partners else min
        return choice(self.solve(state.child(action), depth) for action in state.legal_actions())
