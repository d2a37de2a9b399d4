"""One action deep: looks at each position that an action leads to, and takes the best.

All knowledge is in `worth`, which says how good a position looks. Shannon called it the evaluating
function: C. E. Shannon, "Programming a computer for playing chess", 1950. It takes no notice of
its clock, because a glance is quick.
"""

from __future__ import annotations

import random

from kauri.sdk import Bot, Clock, Game, State


class Glance(Bot):
    """Takes the action after which its side stands best; one of equals by lot."""

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Keep the seat, the generator, and which seats are on the same side."""
        self.seat = seat
        self.rng = rng
        sides = game.sides()
        self.partners = [other for other, side in enumerate(sides) if side == sides[seat]]

    def choose(self, state: State, clock: Clock) -> int:
        """The action that leads to the best position."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        values = {action: self.value(state.child(action)) for action in actions}
        highest = max(values.values())
        best = self.rng.choice([action for action in actions if values[action] == highest])
        self.note(f"{state.action_to_string(best)} looks like {highest:+.2f}")
        return best

    def value(self, state: State) -> float:
        """The return of a game that is over, else what the position looks like."""
        if state.is_terminal():
            return state.returns()[self.seat]
        return self.worth(state, self.seat)

    def worth(self, state: State, seat: int) -> float:
        """How good a position that is not over looks for a seat: between -1, lost, and 1, won."""
        raise NotImplementedError("a bot brings what its game's positions are worth")
