"""A glance by a value function that learned by self-play: `agents.values`, which any bot may use.

G. Tesauro, "Temporal difference learning and TD-Gammon", 1995: what a network has learned from
games against itself is worth more than what people count, and a search can stand on it. In a
variant without such a function the evaluation of the game takes its place.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kauri import values
from kauri.sdk import Clock, Game, State

from .searching import Searching

if TYPE_CHECKING:
    from kauri.values.function import ValueFunction

SURE = 0.999
"""What looks as good as won; only a game that is over is worth 1."""

LATE = 0.004
"""Seconds that a batch may still take when the share of the clock is spent."""


class Neural(Searching):
    """What its searches have in common: the values of many positions at once, by side."""

    def start(self, game: Game, seat: int, rng: random.Random) -> None:
        """Load the value function of the variant, if there is one."""
        super().start(game, seat, rng)
        self.sides = game.sides()
        self.side = self.sides[seat]
        self.firsts = [self.sides.index(side) for side in range(max(self.sides) + 1)]
        try:
            self.function: ValueFunction | None = values.load(game)
        except values.NoValueFunction:
            self.function = None

    def begin(self, clock: Clock) -> None:
        """From now on its share of the clock runs, less what the last batch takes."""
        super().begin(clock)
        self.end -= LATE

    def values(self, states: Sequence[State]) -> list[list[float]]:
        """What each side can expect in each of these positions."""
        ends = [self.settled(state) for state in states]
        rows = self.function.values(ends) if self.function else map(self.guess, ends)
        return [self.sure(state, row) for state, row in zip(states, rows, strict=True)]

    def sure(self, state: State, row: list[float]) -> list[float]:
        """The returns of a game that is over; no other position is worth as much as a win."""
        if not state.is_terminal():
            return [max(-SURE, min(SURE, value)) for value in row]
        return self.results(state)

    def guess(self, state: State) -> list[float]:
        """What the evaluation of the game says of a position for each side."""
        if state.is_terminal():
            return self.results(state)
        return [self.worth(state, seat) for seat in self.firsts]

    def results(self, state: State) -> list[float]:
        """The return of each side in a game that is over."""
        returns = state.returns()
        return [returns[seat] for seat in self.firsts]

    def settled(self, state: State) -> State:
        """The position to look at for the value of this one: itself, if nothing is in the air."""
        return state
