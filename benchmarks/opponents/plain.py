"""A plain alpha-beta search with a transposition table, for Kalah: the lead in the stores.

It is what somebody writes in twenty minutes. `python -m benchmarks.duel` lets house bots beat it.
"""

import math
import random
import time
from typing import Any

from kauri.sdk import Bot, Clock, Game

EXACT, AT_LEAST, AT_MOST = range(3)
WON = 500


class OutOfTime(Exception):
    """The share of the clock is spent."""


class Plain(Bot):
    """Searches one action deeper each time, until its share of the clock is spent."""

    games = ("kalah",)

    def start(self, _game: Game, seat: int, _rng: random.Random) -> None:
        """Keep the seat."""
        self.seat = seat

    def choose(self, state: Any, clock: Clock) -> int:
        """The best action of the last whole depth."""
        actions = state.legal_actions()
        self.end, self.looks = time.perf_counter() + clock.share(), 0
        self.table: dict[bytes, tuple[int, float, int, int]] = {}
        best = actions[0]
        try:
            for depth in range(1, 60 if len(actions) > 1 else 1):
                value = self.search(state, depth, -1000, 1000)
                best = self.table[state.key()][3]
                if abs(value) == WON:
                    break
        except OutOfTime:
            pass
        return best

    def search(self, state: Any, depth: int, alpha: float, beta: float) -> float:
        """The lead that so many actions lead to, or whether the game is won."""
        if state.is_terminal():
            return WON * state.returns()[self.seat]
        if depth <= 0:
            return state.store(self.seat) - state.store(1 - self.seat)
        self.looks += 1
        if self.looks % 32 == 0 and time.perf_counter() > self.end:
            raise OutOfTime
        key, actions = state.key(), state.legal_actions()[::-1]
        if key in self.table:
            at, value, bound, first = self.table[key]
            if at >= depth and (
                bound == EXACT
                or (bound == AT_LEAST and value >= beta)
                or (bound == AT_MOST and value <= alpha)
            ):
                return value
            actions.remove(first)
            actions.insert(0, first)
        value, best = self.best(state, actions, depth, alpha, beta)
        # What `alpha` and `beta` were says what the value means, whoever acts here.
        bound = AT_MOST if value <= alpha else AT_LEAST if value >= beta else EXACT
        self.table[key] = (depth, value, bound, best)
        return value

    def best(
        self, state: Any, actions: list[int], depth: int, low: float, high: float
    ) -> tuple[float, int]:
        """The best value for who is to act, and its action."""
        mine, choice = state.current_player() == self.seat, actions[0]
        best = -math.inf if mine else math.inf
        for action in actions:
            value = self.search(state.child(action), depth - 1, low, high)
            if value > best if mine else value < best:
                best, choice = value, action
            low, high = (max(low, value), high) if mine else (low, min(high, value))
            if low >= high:
                break
        return best, choice
