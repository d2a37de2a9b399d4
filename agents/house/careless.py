"""A glance that is not always taken: some actions are drawn by lot, as a beginner's seem to be.

Such bots stand between Random and a bot that takes care, however weak or strong one wants them. So
they are rungs of a ladder on which others are measured. None looks at its clock.
"""

from __future__ import annotations

from kauri.sdk import Clock, State

from .glance import Glance


class Careless(Glance):
    """Takes `care` percent of its actions by a glance, and the others by lot."""

    care = 50

    def choose(self, state: State, clock: Clock) -> int:
        """What the lot says: any legal action, or the one that looks best."""
        if self.rng.random() * 100 >= self.care:
            return self.rng.choice(state.legal_actions())
        return self.best(state, clock)

    def best(self, state: State, clock: Clock) -> int:
        """The action that leads to the best position."""
        return super().choose(state, clock)
