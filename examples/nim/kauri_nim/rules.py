"""The rules of Nim. An action is the number of counters that are taken, less one."""

from __future__ import annotations

from typing import Any

from kauri.engine.facts import GameInfo
from kauri.engine.game import Game
from kauri.engine.machine import BytesWriter
from kauri.engine.state import State


class NimGame(Game):
    """Nim with one heap of `heap` counters, of which a seat takes one to `most`."""

    def __init__(self, info: GameInfo, options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.heap: int = options["heap"]
        self.most: int = options["most"]

    def new_initial_state(self) -> NimState:
        """Return the state at the start."""
        return NimState(self, self.heap)

    def num_distinct_actions(self) -> int:
        """Return how many actions there are."""
        return self.most

    def max_game_length(self) -> int:
        """Return the most actions of a game: one counter each."""
        return self.heap

    def is_notation(self, text: str) -> bool:
        """Tell whether a text is t1, t2 and so on."""
        return text in {f"t{count}" for count in range(1, self.most + 1)}


class NimState(State):
    """A heap with `left` counters, and the seat to act."""

    def __init__(self, rules: NimGame, left: int) -> None:
        super().__init__(rules, 0)
        self.rules = rules
        self.left = left

    def clone(self) -> NimState:
        """Return a copy that shares nothing."""
        twin = NimState(self.rules, self.left)
        twin._player = self._player
        twin._copy_past(self)
        return twin

    def _legal(self) -> list[int]:
        return list(range(min(self.rules.most, self.left)))

    def _advance(self, action: int) -> None:
        self.left -= action + 1
        if self.left:
            self._player = 1 - self._player
        else:
            self._finish("empty", (2, 1) if self._player else (1, 2))

    def _notation(self, player: int, action: int) -> str | None:
        return f"t{action + 1}" if player in {0, 1} and 0 <= action < self.rules.most else None

    def _write(self, writer: BytesWriter) -> None:
        writer.write(bytes([self.left, self._player + 4]))
