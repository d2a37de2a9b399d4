"""Plays any legal action, each with the same chance. The least that a bot has to beat."""

from __future__ import annotations

import random

from kauri.sdk import Bot, Clock, Game, State


class Random(Bot):
    """Draws from the generator that it is given, so that its games can be replayed."""

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Keep the generator."""
        self.rng = rng

    def choose(self, state: State, clock: Clock) -> int:
        """Any legal action."""
        return self.rng.choice(state.legal_actions())
