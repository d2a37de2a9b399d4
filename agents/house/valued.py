"""One action deep by a value function that learned by self-play: `agents.values`.

It takes what the network says of the positions that its actions lead to, and searches no further.
G. Tesauro's TD-Gammon of 1992 began so. In a variant without such a function it takes a glance.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from kauri import values
from kauri.sdk import Clock, Game, State

from .careless import Careless

if TYPE_CHECKING:
    from kauri.values.function import ValueFunction


class Valued(Careless):
    """Takes `care` percent of its actions by the learned value, and the others by lot."""

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Load the value function of the variant, if there is one."""
        super().start(game, seat, rng)
        self.side = game.sides()[seat]
        try:
            self.function: ValueFunction | None = values.load(game)
        except values.NoValueFunction:
            self.function = None

    def best(self, state: State, clock: Clock) -> int:
        """The action after which its side can expect most; the first of equals."""
        actions = state.legal_actions()
        if self.function is None or len(actions) == 1:
            return super().best(state, clock)
        rows = self.function.values([state.child(action) for action in actions])
        hopes = {action: row[self.side] for action, row in zip(actions, rows, strict=True)}
        best = max(hopes, key=lambda action: hopes[action])
        self.note(f"{state.action_to_string(best)} promises {hopes[best]:+.2f}")
        return best
