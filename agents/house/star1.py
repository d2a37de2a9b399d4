"""Expectiminimax with Star1 pruning, one action deeper each time until time is up.

A throw is worth the mean of what follows it, each outcome by its chance (D. Michie, "Game-playing
and game-learning automata", 1966). Star1 leaves outcomes out when the mean can no longer matter,
even if all the rest were won or lost: B. W. Ballard, "The *-minimax search procedure for trees
containing chance nodes", 1983.
"""

from __future__ import annotations

from kauri.sdk import Clock, State

from .searching import OutOfTime, Searching

LOST, WON = -1.0, 1.0
MOST_DEPTH = 40
MANY = 60


class Star1(Searching):
    """Searches actions and throws as deep as its share of the clock allows."""

    def choose(self, state: State, clock: Clock) -> int:
        """The best action of the deepest search that came to its end.

        A choice among very many, as a set-up is, is left to a glance.
        """
        actions = state.legal_actions()
        best = super().choose(state, clock)
        if len(actions) == 1 or len(actions) > MANY:
            return best
        self.begin(clock)
        try:
            for depth in range(2, MOST_DEPTH):
                # The best so far comes first: then more of the others can be left out.
                actions.sort(key=lambda action: action != best)
                value, best = self.best(state, actions, depth, LOST, WON)
                self.note(f"{state.action_to_string(best)} {value:+.2f} at depth {depth}")
        except OutOfTime:
            pass
        return best

    def search(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """The value of a position, as `Searching` says."""
        self.check_time()
        if depth <= 0 or state.is_terminal():
            return self.value(state)
        if state.is_chance_node():
            return self.mean(state, depth, alpha, beta)
        return self.best(state, state.legal_actions(), depth, alpha, beta)[0]

    def mean(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """The mean over all outcomes of a throw, until the rest cannot bring it within bounds."""
        total, left = 0.0, 1.0
        for outcome, chance in state.chance_outcomes():
            left -= chance
            low = (alpha - total - left * WON) / chance
            high = (beta - total - left * LOST) / chance
            child = state.child(outcome)
            # A throw that lets nobody act costs depth as well, or a search might never end.
            below = depth - child.is_chance_node()
            value = self.search(child, below, max(LOST, low), min(WON, high))
            total += chance * value
            if value <= low:
                return total + left * WON
            if value >= high:
                return total + left * LOST
        return total
