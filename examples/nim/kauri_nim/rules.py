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
        self.seats: int = options["seats"]

    def new_initial_state(self) -> NimState:
        """Return the state at the start."""
        return NimState(self, self.heap)

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.seats

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
            self._player = self._next()
        else:
            self._rank("empty", self._player)

    def _next(self) -> int:
        """Return the seat after the one to act, without those that gave up."""
        seats = self.rules.seats
        turns = [(self._player + turn) % seats for turn in range(1, seats + 1)]
        return next(seat for seat in turns if seat not in self.forfeited())

    def _forfeit(self, seat: int) -> None:
        """Play on without a seat, until one is left."""
        others = [one for one in range(self.rules.seats) if one not in self.forfeited()]
        if len(others) == 1:
            self._rank("forfeit", others[0])
        elif seat == self._player:
            self._player = self._next()

    def _rank(self, reason: str, winner: int) -> None:
        """End the game: the winner, the others alike, then those that gave up, the first last."""
        gone = self.forfeited()
        last = self.rules.seats
        self._finish(
            reason,
            tuple(
                last - gone.index(seat) if seat in gone else 1 if seat == winner else 2
                for seat in range(last)
            ),
        )

    def _notation(self, player: int, action: int) -> str | None:
        return f"t{action + 1}" if player >= 0 and 0 <= action < self.rules.most else None

    def _write(self, writer: BytesWriter) -> None:
        writer.write(bytes([self.left, self._player + 4]))
