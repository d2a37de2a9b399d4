"""Max^n: among several sides every seat takes what is best for itself.

C. A. Luckhardt and K. B. Irani, "An algorithmic solution of N-person games", 1986: a position has
a value for each seat, and a throw the mean of what follows it. Two sides have opposite aims, and
then Star1 leaves out more.
"""

from __future__ import annotations

import random

from kauri.sdk import Game, State

from .star1 import Star1


class MaxN(Star1):
    """Searches actions and throws as deep as its share of the clock allows, for every seat."""

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Keep whether there are more than two sides as well."""
        super().start(game, seat, rng)
        self.several = len(set(game.sides())) > 2

    def best(
        self, state: State, actions: list[int], depth: int, alpha: float, beta: float
    ) -> tuple[float, int]:
        """The best of these actions for whoever is to act, and its value for this bot."""
        if not self.several:
            return super().best(state, actions, depth, alpha, beta)
        values, action = self.own_best(state, actions, depth)
        return values[self.seat], action

    def own_best(self, state: State, actions: list[int], depth: int) -> tuple[list[float], int]:
        """What is best for the seat to act, with its value for every seat."""
        seat = state.current_player()
        found = [(self.values(state.child(action), depth - 1), action) for action in actions]
        return max(found, key=lambda one: one[0][seat])

    def values(self, state: State, depth: int) -> list[float]:
        """The value of a position for every seat, so many actions deep. Raises OutOfTime."""
        self.check_time()
        if state.is_terminal():
            return list(state.returns())
        if depth <= 0:
            return self.worths(state)
        if state.is_chance_node():
            return self.means(state, depth)
        return self.own_best(state, state.legal_actions(), depth)[0]

    def means(self, state: State, depth: int) -> list[float]:
        """The mean over all outcomes of a throw, for every seat."""
        totals = [0.0] * state.num_players()
        for outcome, chance in state.chance_outcomes():
            child = state.child(outcome)
            # A throw that lets nobody act costs depth as well, or a search might never end.
            values = self.values(child, depth - child.is_chance_node())
            totals = [total + chance * value for total, value in zip(totals, values, strict=True)]
        return totals

    def worths(self, state: State) -> list[float]:
        """How good a position that is not over looks for every seat, as `worth` says."""
        raise NotImplementedError("a bot brings what its game's positions are worth")
