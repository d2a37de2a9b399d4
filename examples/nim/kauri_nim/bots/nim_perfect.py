"""Plays Nim perfectly: C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901."""

from __future__ import annotations

import random

from kauri.sdk import Bot, Clock, Game, State


class Perfect(Bot):
    """Leaves a multiple of what two may take together; else any action."""

    games = ["nim"]

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Keep the generator, and how many counters a pair of actions can take."""
        self.rng = rng
        self.pair = game.options["most"] + 1

    def choose(self, state: State, clock: Clock) -> int:
        """The action that leaves such a multiple."""
        too_many = state.to_dict()["left"] % self.pair
        return too_many - 1 if too_many else self.rng.choice(state.legal_actions())
