"""Kalah(pits, seeds) and Cross-Kalah. Rules: docs/30-kalah.md.

The ring holds seat 0's pits from A on, seat 0's store, seat 1's pits from a on, seat 1's store.
An action is the number of a pit from its owner's left, 0 for A or a.
"""

# A state reads the protected fields of its own clones.
# ruff: noqa: SLF001

from math import cos, sin
from typing import TYPE_CHECKING, Any

from engine.core import TERMINAL, Game, State

if TYPE_CHECKING:
    from engine.registry import GameInfo
    from engine.svg import Canvas


class KalahGame(Game):
    """A variant of Kalah, with the tables that its states share."""

    def __init__(self, info: "GameInfo", options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.pits: int = options["pits"]
        self.seeds: int = options["seeds"]
        self.cross: bool = options["sowing"] == "cross"
        self.empty_capture: bool = options["empty_capture"]
        self.quiet_limit: int = options["quiet_limit"]
        self.forward = [self._paths(seat, 1) for seat in (0, 1)]
        self.backward = [self._paths(seat, -1) for seat in (0, 1)]

    def _paths(self, seat: int, step: int) -> list[list[int]]:
        """For each pit of a seat, one lap of the places that a sowing from it visits."""
        size = 2 * self.pits + 2
        start = seat * (self.pits + 1)
        skipped = 2 * self.pits + 1 if seat == 0 else self.pits
        laps = []
        for pit in range(start, start + self.pits):
            lap = [(pit + step * distance) % size for distance in range(1, size + 1)]
            laps.append([place for place in lap if place != skipped])
        return laps

    def new_initial_state(self) -> "KalahState":
        """Return the state at the start of the game."""
        row = [self.seeds] * self.pits
        return KalahState(self, [*row, 0, *row, 0], 0)

    def num_distinct_actions(self) -> int:
        """Return the number of pits in a row."""
        return self.pits

    def max_game_length(self) -> int:
        """Return the quiet limit times the most actions that can fill a store."""
        return self.quiet_limit * (2 * self.pits * self.seeds + 1)

    def is_notation(self, text: str) -> bool:
        """Tell whether a text is a letter of either row."""
        letters = "ABCDEFGHIJKL"[: self.pits]
        return len(text) == 1 and text in letters + letters.lower()

    def _restore(self, document: dict[str, Any]) -> "KalahState":
        rows, stores = document["pits"], document["stores"]
        ring = [*rows[0], stores[0], *rows[1], stores[1]]
        whole = all(type(n) is int and n >= 0 for n in ring)
        if not whole or len(rows[0]) != self.pits or len(rows[1]) != self.pits:
            raise ValueError(f"pits must be two rows of {self.pits} numbers of seeds")
        if sum(ring) != 2 * self.pits * self.seeds:
            raise ValueError(f"there must be {2 * self.pits * self.seeds} seeds on the board")
        state = KalahState(self, ring, 0)
        state._quiet = int(document["quiet"])
        return state


class KalahState(State):
    """A position of Kalah."""

    def __init__(self, rules: KalahGame, ring: list[int], player: int) -> None:
        super().__init__(rules, player)
        self._rules = rules
        self._ring = ring
        self._quiet = 0

    def clone(self) -> "KalahState":
        """Return a copy that shares nothing with this state that can change."""
        twin = KalahState(self._rules, self._ring[:], self._player)
        twin._quiet = self._quiet
        twin._copy_past(self)
        return twin

    def pits(self, seat: int) -> list[int]:
        """Return the seeds in each pit of a seat, from its own left to its right."""
        start = seat * (self._rules.pits + 1)
        return self._ring[start : start + self._rules.pits]

    def store(self, seat: int) -> int:
        """Return the seeds in a seat's store."""
        return self._ring[self._rules.pits if seat == 0 else -1]

    def _legal(self) -> list[int]:
        pits = self._rules.pits
        ring = self._ring
        if self._player == 0:
            return [pit for pit in range(pits) if ring[pit]]
        return [pit for pit in range(pits) if ring[pits + 1 + pit]]

    def _is_legal(self, action: int) -> bool:
        if self._player == TERMINAL or not 0 <= action < self._rules.pits:
            return False
        return self._ring[self._player * (self._rules.pits + 1) + action] > 0

    def _advance(self, action: int) -> None:
        rules = self._rules
        ring = self._ring
        pits = rules.pits
        seat = self._player
        store = pits if seat == 0 else 2 * pits + 1
        banked = ring[store]
        last = self._sow(seat, action)
        if last != store:
            self._player = 1 - seat
            if ring[last] == 1 and (last < pits if seat == 0 else last > pits):
                facing = 2 * pits - last
                if ring[facing] or rules.empty_capture:
                    ring[store] += ring[facing] + 1
                    ring[facing] = 0
                    ring[last] = 0
        self._quiet = self._quiet + 1 if ring[store] == banked else 0
        if not any(ring[:pits]) or not any(ring[pits + 1 : -1]):
            self._sweep("empty")
        elif self._quiet >= rules.quiet_limit:
            self._sweep("quiet")

    def _sow(self, seat: int, pit: int) -> int:
        """Sow a pit and return the place where the last seed fell."""
        rules = self._rules
        ring = self._ring
        place = pit if seat == 0 else rules.pits + 1 + pit
        seeds = ring[place]
        laps = rules.backward if rules.cross and seeds & 1 else rules.forward
        lap = laps[seat][pit]
        ring[place] = 0
        left = seeds
        while left > len(lap):
            for visited in lap:
                ring[visited] += 1
            left -= len(lap)
        for visited in lap[:left]:
            ring[visited] += 1
        return lap[left - 1]

    def _sweep(self, reason: str) -> None:
        """Put what lies in the pits into their owners' stores and end the game."""
        pits = self._rules.pits
        ring = self._ring
        ring[pits] = first = sum(ring[: pits + 1])
        ring[-1] = second = sum(ring[pits + 1 :])
        ring[:pits] = [0] * pits
        ring[pits + 1 : -1] = [0] * pits
        ranks = (1 + (first < second), 1 + (second < first))
        self._finish(reason, ranks)

    def _notation(self, player: int, action: int) -> str | None:
        if player not in {0, 1} or not 0 <= action < self._rules.pits:
            return None
        return "ABCDEFGHIJKL"[action] if player == 0 else "abcdefghijkl"[action]

    def _position(self) -> dict[str, Any]:
        return {
            "pits": [self.pits(0), self.pits(1)],
            "stores": [self.store(0), self.store(1)],
            "quiet": self._quiet,
        }

    def _explain(self, reason: str) -> str:
        if reason == "forfeit":
            loser = self.forfeited()[0]
            return f"Seat {loser} forfeits, seat {1 - loser} wins."
        first, second = self.store(0), self.store(1)
        why = "A row is empty"
        if reason == "quiet":
            why = f"No seed entered a store in {self._rules.quiet_limit} actions"
        if first == second:
            return f"{why}: a draw, {first} seeds each."
        winner = 0 if first > second else 1
        return f"{why}: seat {winner} wins by {max(first, second)} seeds to {min(first, second)}."

    def __str__(self) -> str:
        width = max(2, len(str(max(self._ring))))
        cells = [f"{seeds:>{width}}" for seeds in self._ring]
        pits = self._rules.pits
        gap = " " * width
        names = [f"{name:>{width}}" for name in "ABCDEFGHIJKL"[:pits]]
        lines = [
            " ".join([gap, *[name.lower() for name in reversed(names)]]),
            " ".join([gap, *reversed(cells[pits + 1 : -1])]),
            " ".join([cells[-1], *[gap] * pits, cells[pits]]),
            " ".join([gap, *cells[:pits]]),
            " ".join([gap, *names]),
            self._who(),
        ]
        return "\n".join(line.rstrip() for line in lines)

    def _who(self) -> str:
        if self._player == TERMINAL:
            return self._explain(self._reason)
        return f"Seat {self._player} to move."

    def paint(self, canvas: "Canvas") -> None:
        """Draw the board with seat 0's row below."""
        pits = self._rules.pits
        width = 100 * pits + 240
        size = max(26.0, width * 0.038)
        canvas.size(width, 330)
        canvas.rect("board", 10, 40, width - 20, 250, rounding=60)
        for seat in (0, 1):
            self._paint_row(canvas, seat, size)
            x = width - 70 if seat == 0 else 70
            with canvas.group("store", f"store-{seat}", f"Store of seat {seat}"):
                canvas.rect("pit", x - 40, 70, 80, 190, rounding=40)
                self._paint_seeds(canvas, x, 145, self.store(seat), 0.75)
                canvas.text("count", x, 235, str(self.store(seat)), size=size * 1.2)

    def _paint_row(self, canvas: "Canvas", seat: int, size: float) -> None:
        for pit, seeds in enumerate(self.pits(seat)):
            x = 170 + 100 * (pit if seat == 0 else self._rules.pits - 1 - pit)
            y = 225 if seat == 0 else 105
            name = self._notation(seat, pit) or ""
            with canvas.group("pit", f"pit-{seat}-{pit}", f"Pit {name}: {seeds}"):
                canvas.circle("pit", x, y, 44)
                self._paint_seeds(canvas, x, y - 8, seeds, 1)
                canvas.text("count", x, y + 26, str(seeds), size=size)
            canvas.text("label", x, 310 if seat == 0 else 22, name, size=size * 0.85)

    def _paint_seeds(self, canvas: "Canvas", x: float, y: float, seeds: int, scale: float) -> None:
        """Lay seeds out on a sunflower's spiral."""
        for number in range(min(seeds, 40)):
            radius = 6.5 * (number + 0.3) ** 0.5 * scale
            angle = 2.39996 * number
            canvas.circle("seed", x + radius * cos(angle), y + radius * sin(angle), 5.5 * scale)
