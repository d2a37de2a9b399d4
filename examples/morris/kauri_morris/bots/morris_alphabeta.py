"""Alpha-beta search, deepened step by step: D. Knuth, R. Moore, "An analysis of alpha-beta", 1975.

A position is worth the difference of men, and a little for men that can move.
"""

from __future__ import annotations

import random
import time

from kauri.sdk import Bot, Clock, Game, State

DEEPEST = 6


class TimeIsUp(Exception):
    """The search has used its share of the clock."""


class AlphaBeta(Bot):
    """Looks as deep as a share of its clock allows."""

    games = ["morris"]

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Keep the generator, which shuffles equal actions."""
        self.rng = rng

    def choose(self, state: State, clock: Clock) -> int:
        """The best action of the deepest search that came to its end."""
        actions = state.legal_actions()
        self.rng.shuffle(actions)
        # Actions that take a man come first: they cut most.
        actions.sort(key=lambda action: action % 25 == 24)
        self.until = time.monotonic() + min(clock.share() / 2, 1.0)
        best = actions[0]
        for depth in range(1, DEEPEST + 1):
            try:
                best = self.search(state, actions, depth)
            except TimeIsUp:
                break
            actions.remove(best)
            actions.insert(0, best)
        return best

    def search(self, state: State, actions: list[int], depth: int) -> int:
        """The best of these actions by a search of this depth."""
        best, alpha = actions[0], -2.0
        for action in actions:
            value = -self.value(state.child(action), depth - 1, -2.0, -alpha)
            if value > alpha:
                best, alpha = action, value
        return best

    def value(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """What a position is worth for the seat to act, between alpha and beta."""
        if state.is_terminal():
            return -max(state.returns())
        if depth == 0:
            return self.worth(state)
        if time.monotonic() > self.until:
            raise TimeIsUp
        for action in sorted(state.legal_actions(), key=lambda action: action % 25 == 24):
            alpha = max(alpha, -self.value(state.child(action), depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    def worth(self, state: State) -> float:
        """The men of the seat to act against those of the other, between -1 and 1."""
        seat = state.current_player()
        document = state.to_dict()
        men = [len(document["men"][one]) + document["hands"][one] for one in (seat, 1 - seat)]
        return float(men[0] - men[1]) / 9
