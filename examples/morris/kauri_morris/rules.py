"""The rules of Nine Men's Morris.

An action is (from * 24 + to) * 25 + taken: `from` is 24 for a man from the hand, and `taken` is 24
where no man is taken.
"""

from __future__ import annotations

from typing import Any

from kauri.engine.facts import GameInfo
from kauri.engine.game import Game
from kauri.engine.machine import BytesWriter
from kauri.engine.state import State

from .board import MILLS_AT, NEIGHBOURS, POINTS

HAND = NOBODY = 24
MEN = 9
EMPTY = -1


class MorrisGame(Game):
    """Nine Men's Morris: whether three men may fly, and after how many quiet moves it is drawn."""

    def __init__(self, info: GameInfo, options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.flying: bool = options["flying"]
        self.quiet_limit: int = options["quiet_limit"]

    def new_initial_state(self) -> MorrisState:
        """Return the state at the start."""
        return MorrisState(self)

    def num_distinct_actions(self) -> int:
        """Return how many ids there are."""
        return 25 * 24 * 25

    def max_game_length(self) -> int:
        """Return a bound: 14 men can be taken before the last one, and moves between are few."""
        return 2 * MEN + 15 * (self.quiet_limit + 1)

    def is_notation(self, text: str) -> bool:
        """Tell whether a text is d6, d6-f6, or one of these with xa1 behind it."""
        move, takes, taken = text.partition("x")
        start, leads, end = move.partition("-")
        points = [start, *[end] * bool(leads), *[taken] * bool(takes)]
        return all(point in POINTS for point in points)


class MorrisState(State):
    """By point the seat whose man stands there, the men in each hand, and the quiet moves."""

    def __init__(self, rules: MorrisGame) -> None:
        super().__init__(rules, 0)
        self.rules = rules
        self.points = [EMPTY] * 24
        self.hands = [MEN, MEN]
        self.quiet = 0

    def clone(self) -> MorrisState:
        """Return a copy that shares nothing."""
        twin = MorrisState(self.rules)
        twin.points, twin.hands = self.points[:], self.hands[:]
        twin.quiet, twin._player = self.quiet, self._player
        twin._copy_past(self)
        return twin

    def men(self, seat: int) -> list[int]:
        """Return the points where a seat's men stand."""
        return [point for point, owner in enumerate(self.points) if owner == seat]

    def may_fly(self, seat: int) -> bool:
        """Tell whether a seat's men may jump to any point."""
        return self.rules.flying and not self.hands[seat] and len(self.men(seat)) == 3

    def closes(self, seat: int, end: int, start: int = HAND) -> bool:
        """Tell whether a man of a seat closes a mill there, if it comes from `start`."""
        return any(
            all(self.points[point] == seat and point != start for point in pair)
            for pair in MILLS_AT[end]
        )

    def _legal(self) -> list[int]:
        seat = self._player
        return sorted(
            (start * 24 + end) * 25 + taken
            for start, end in self._ways(seat)
            for taken in (self._prey(1 - seat) if self.closes(seat, end, start) else [NOBODY])
        )

    def _ways(self, seat: int) -> list[tuple[int, int]]:
        empty = [point for point, owner in enumerate(self.points) if owner == EMPTY]
        if self.hands[seat]:
            return [(HAND, end) for end in empty]
        if self.may_fly(seat):
            return [(start, end) for start in self.men(seat) for end in empty]
        return [
            (start, end)
            for start in self.men(seat)
            for end in NEIGHBOURS[start]
            if self.points[end] == EMPTY
        ]

    def _prey(self, seat: int) -> list[int]:
        """Return the men that a mill may take: those in no mill, else all."""
        men = self.men(seat)
        free = [point for point in men if not self.closes(seat, point)]
        return free or men or [NOBODY]

    def _advance(self, action: int) -> None:
        way, taken = divmod(action, 25)
        start, end = divmod(way, 24)
        seat, other = self._player, 1 - self._player
        self.points[end] = seat
        if start == HAND:
            self.hands[seat] -= 1
        else:
            self.points[start] = EMPTY
        if taken != NOBODY:
            self.points[taken] = EMPTY
        self.quiet = 0 if start == HAND or taken != NOBODY else self.quiet + 1
        self._player = other
        self._end(seat, other)

    def _end(self, seat: int, other: int) -> None:
        """End the game if the last move has decided it."""
        won = (1, 2) if seat == 0 else (2, 1)
        if self.hands[other] + len(self.men(other)) < 3:
            self._finish("few", won)
        elif not self._ways(other):
            self._finish("stuck", won)
        elif self.quiet >= self.rules.quiet_limit:
            self._finish("quiet", (1, 1))

    def _notation(self, player: int, action: int) -> str | None:
        way, taken = divmod(action, 25)
        start, end = divmod(way, 24)
        if player not in {0, 1} or not 0 <= start <= HAND or start == end:
            return None
        came = "" if start == HAND else f"{POINTS[start]}-"
        return f"{came}{POINTS[end]}" + (f"x{POINTS[taken]}" if taken != NOBODY else "")

    def _write(self, writer: BytesWriter) -> None:
        men = [owner + 1 for owner in self.points]
        writer.write(bytes([*men, *self.hands, self.quiet, self._player + 4]))
