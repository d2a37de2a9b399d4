"""Looks one action ahead: wins if it can, else plays what stands best in a few random playouts.

It takes no notice of its clock: a fixed number of playouts is quick enough for any of them.
"""

from __future__ import annotations

import random

from kauri.sdk import Bot, Clock, Game, State

PLAYOUTS = 8


class Greedy(Bot):
    """One action deep, with the same number of playouts behind each action."""

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Keep the seat and the generator."""
        self.seat = seat
        self.rng = rng

    def choose(self, state: State, clock: Clock) -> int:
        """The action with the best mean return; the first of equals."""
        values = {action: self.value(state.child(action)) for action in state.legal_actions()}
        best = max(values, key=lambda action: values[action])
        self.note(f"{state.action_to_string(best)} {values[best]:+.2f}")
        return best

    def value(self, state: State) -> float:
        """This seat's return after `state`: exact at the end of a game, else a mean."""
        if state.is_terminal():
            return state.returns()[self.seat]
        seeds = (self.rng.getrandbits(63) for _ in range(PLAYOUTS))
        return sum(state.playout(seed)[self.seat] for seed in seeds) / PLAYOUTS
