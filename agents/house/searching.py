"""What all searches have in common: their share of the clock, and how the best action is found.

With several sides all others are taken for one that plays against this bot. N. R. Sturtevant and
R. E. Korf, "On pruning techniques for multi-player games", 2000, call that paranoid.
"""

from __future__ import annotations

import time

from kauri.sdk import Clock, State

from .glance import Glance


class OutOfTime(Exception):
    """The share of the clock is spent: the search ends where it is."""


class Searching(Glance):
    """Looks several actions ahead, until its share of the clock is spent."""

    def begin(self, clock: Clock) -> None:
        """From now on its share of the clock runs."""
        self.end = time.perf_counter() + clock.share()

    def check_time(self) -> None:
        """Raise OutOfTime once the share of the clock is spent."""
        if time.perf_counter() > self.end:
            raise OutOfTime

    def search(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """The value of a position for this side, so many actions deep.

        At most `alpha` means no more than that, at least `beta` no less. Raises OutOfTime.
        """
        raise NotImplementedError("a method brings how it searches")

    def best(
        self, state: State, actions: list[int], depth: int, alpha: float, beta: float
    ) -> tuple[float, int]:
        """The best of these actions for whoever is to act, until one is too good to be allowed."""
        sign = 1 if state.current_player() in self.partners else -1
        best, choice = -2.0, actions[0]
        for action in actions:
            value = self.search(state.child(action), depth - 1, alpha, beta)
            if sign * value > best:
                best, choice = sign * value, action
            if sign > 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return sign * best, choice
