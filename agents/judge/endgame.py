"""The last actions of Kalah, searched to the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import Game, State


class Solved(NamedTuple):
    """The return of seat 0 when both play best, and an action that keeps to it, if there is one."""

    value: float
    action: int | None


class Endings:
    """The positions of one game of Kalah; what one search has shown helps the next ones."""

    def __init__(self, game: Game, most: int) -> None:
        self._endgame = game.info.part("endgame").Endgame(game, 0)
        self._left = most

    def solve(self, states: Sequence[State], most: int) -> dict[int, Solved]:
        """Return what the last of some positions are worth, by number: as many as can be searched.

        These searches come to `most` positions together, all searches to those given at first.
        """
        solved: dict[int, Solved] = {}
        self._endgame.left = allowed = min(most, self._left)
        for number in reversed(range(len(states))):
            worth = self._endgame.solve(states[number])
            if worth is None:
                break
            solved[number] = Solved(float(worth[0]), worth[1])
        self._left -= allowed - max(self._endgame.left, 0)
        return solved
