"""Kalah(pits, seeds) and Cross-Kalah. Rules: docs/30-kalah.md.

The ring holds seat 0's pits from A on, seat 0's store, seat 1's pits from a on, seat 1's store.
An action is the number of a pit from its owner's left, 0 for A or a.
"""

# A state reads the protected fields of its own clones.
# ruff: noqa: SLF001

from functools import cache
from math import cos, sin
from typing import TYPE_CHECKING, Any

from engine.game import Game
from engine.state import State
from engine.values import CHANCE, TERMINAL, integer

if TYPE_CHECKING:
    from engine.registry import GameInfo
    from engine.svg import Canvas


@cache
def _choices(pits: int) -> list[list[int]]:
    """By the bits of the filled pits of a row, their numbers."""
    return [[pit for pit in range(pits) if bits >> pit & 1] for bits in range(1 << pits)]


class KalahGame(Game):
    """A variant of Kalah, with the tables that its states share."""

    def __init__(self, info: "GameInfo", options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.pits: int = options["pits"]
        self.seeds: int = options["seeds"]
        self.cross: bool = options["sowing"] == "cross"
        self.empty_capture: bool = options["empty_capture"]
        self.quiet_limit: int = options["quiet_limit"]
        size = 2 * self.pits + 2
        self.stores: tuple[int, int] = (self.pits, size - 1)
        self.rows: tuple[slice, slice] = (slice(0, self.pits), slice(self.pits + 1, size - 1))
        # By place on the ring and number of seeds, where these seeds fall; up to one lap.
        self.paths: list[list[list[int]]] = [
            [self._path(place, seeds) for seeds in range(size)] if place not in self.stores else []
            for place in range(size)
        ]

        # Places with seeds are bits: by place and number of seeds, the bits that a sowing sets.
        self.reach = [[_bits(path) for path in known] for known in self.paths]
        full = (1 << self.pits) - 1
        self.row_bits: tuple[int, int] = (full, full << self.pits + 1)
        self.choices = _choices(self.pits)

    def path(self, place: int, seeds: int) -> list[int]:
        """Return where the seeds of a pit fall, in order; the pit by its place on the ring."""
        known = self.paths[place]
        return known[seeds] if seeds < len(known) else self._path(place, seeds)

    def _path(self, place: int, seeds: int) -> list[int]:
        size = 2 * self.pits + 2
        step = -1 if self.cross and seeds % 2 else 1
        skipped = self.stores[1] if place < self.pits else self.stores[0]
        around = [(place + step * distance) % size for distance in range(1, size + 1)]
        lap = [visited for visited in around if visited != skipped]
        return (lap * (seeds // len(lap) + 1))[:seeds]

    def new_initial_state(self) -> "KalahState":
        """Return the state at the start of the game."""
        row = [self.seeds] * self.pits
        return KalahState(self, [*row, 0, *row, 0], 0, self.row_bits[0] | self.row_bits[1])

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
        total = 2 * self.pits * self.seeds
        if len(rows[0]) != self.pits or len(rows[1]) != self.pits or len(stores) != 2:
            raise ValueError(f"pits must be two rows of {self.pits} and stores two numbers")
        if sum(integer(seeds, 0, total) for seeds in ring) != total:
            raise ValueError(f"there must be {total} seeds on the board")
        filled = _bits([place for place, seeds in enumerate(ring) if seeds])
        state = KalahState(self, ring, integer(document["player"], TERMINAL, 1), filled)
        playable = any(ring[self.rows[0]]) and any(ring[self.rows[1]])
        if state._player == CHANCE or (state._player >= 0 and not playable):
            raise ValueError("a seat is to move, with seeds in both rows, or the game is over")
        state._quiet = integer(document["quiet"], 0, self.quiet_limit)
        return state


class KalahState(State):
    """A position of Kalah. Bits of `_filled` tell which places of the ring hold seeds."""

    def __init__(self, rules: KalahGame, ring: list[int], player: int, filled: int) -> None:
        super().__init__(rules, player)
        self._rules = rules
        self._ring = ring
        self._filled = filled
        self._quiet = 0

    def clone(self) -> "KalahState":
        """Return a copy that shares nothing with this state that can change."""
        twin = KalahState(self._rules, self._ring[:], self._player, self._filled)
        twin._quiet = self._quiet
        twin._copy_past(self)
        return twin

    def pits(self, seat: int) -> list[int]:
        """Return the seeds in each pit of a seat, from its own left to its right."""
        return self._ring[self._rules.rows[seat]]

    def store(self, seat: int) -> int:
        """Return the seeds in a seat's store."""
        return self._ring[self._rules.stores[seat]]

    def _legal(self) -> list[int]:
        rules = self._rules
        bits = self._filled & rules.row_bits[self._player]
        return rules.choices[bits if self._player == 0 else bits >> rules.pits + 1]

    def _is_legal(self, action: int) -> bool:
        if self._player == TERMINAL or not 0 <= action < self._rules.pits:
            return False
        return self._ring[self._player * (self._rules.pits + 1) + action] > 0

    def _advance(self, action: int) -> None:
        rules = self._rules
        ring = self._ring
        seat = self._player
        pits = rules.pits
        place = action if seat == 0 else pits + 1 + action
        store = rules.stores[seat]
        banked = ring[store]
        last = self._sow(place)
        if last != store:
            self._player = 1 - seat
            if ring[last] == 1 and (last < pits if seat == 0 else last > pits):
                self._capture(last, store)
        self._quiet = self._quiet + 1 if ring[store] == banked else 0
        filled = self._filled
        if not filled & rules.row_bits[0] or not filled & rules.row_bits[1]:
            self._sweep("empty")
        elif self._quiet >= rules.quiet_limit:
            self._sweep("quiet")

    def _sow(self, place: int) -> int:
        """Sow the seeds of a pit and return where the last one fell."""
        rules = self._rules
        ring = self._ring
        seeds = ring[place]
        known = rules.paths[place]
        ring[place] = last = 0
        if seeds < len(known):
            self._filled = self._filled & ~(1 << place) | rules.reach[place][seeds]
            for last in known[seeds]:
                ring[last] += 1
            return last
        path = rules.path(place, seeds)
        self._filled |= _bits(path)
        for last in path:
            ring[last] += 1
        return last

    def _capture(self, last: int, store: int) -> None:
        """Bank the last seed, fallen into an empty pit, with the seeds facing it."""
        ring = self._ring
        facing = 2 * self._rules.pits - last
        if ring[facing] or self._rules.empty_capture:
            ring[store] += ring[facing] + 1
            ring[facing] = 0
            ring[last] = 0
            self._filled = self._filled & ~(1 << last | 1 << facing) | 1 << store

    def _sweep(self, reason: str) -> None:
        """Put what lies in the pits into their owners' stores and end the game."""
        rules = self._rules
        ring = self._ring
        for row, store in zip(rules.rows, rules.stores, strict=True):
            ring[store] += sum(ring[row])
            ring[row] = [0] * rules.pits
        self._filled = _bits([store for store in rules.stores if ring[store]])
        first, second = self.store(0), self.store(1)
        self._finish(reason, (1 + (first < second), 1 + (second < first)))

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

    def _explain(self) -> str:
        if self._reason == "forfeit":
            return super()._explain()
        first, second = self.store(0), self.store(1)
        why = "A row is empty"
        if self._reason == "quiet":
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
            return self._explain()
        return f"Seat {self._player} to move."

    def _seed_places(self) -> list[list[int]]:
        """Return which seeds lie at each place, by numbers that they keep through the game."""
        state = self._rules.new_initial_state()
        seeds = self._rules.seeds
        starts = [sum(state._ring[:place]) for place in range(len(state._ring))]
        places = [
            list(range(start, start + seeds * (place not in self._rules.stores)))
            for place, start in enumerate(starts)
        ]
        for action in self._history:
            place = action + state._player * (self._rules.pits + 1)
            lifted, places[place] = places[place], []
            for seed, visited in zip(lifted, self._rules.path(place, len(lifted)), strict=True):
                places[visited].append(seed)
            state._advance(action)
            _settle(places, state._ring)
        return places

    def _last_sowing(self) -> tuple[int, int] | None:
        """Return the places where the last sowing began and ended."""
        before = self.previous()
        if not isinstance(before, KalahState):
            return None
        place = self._history[-1] + before._player * (self._rules.pits + 1)
        return place, self._rules.path(place, before._ring[place])[-1]

    def paint(self, canvas: "Canvas") -> None:
        """Draw the board with seat 0's row below."""
        width = 100 * self._rules.pits + 260
        top = self._top()
        height = 132 + self._row_gap()
        canvas.size(width, height + 2 * top)
        frame, rim = (12, top, width - 24, height), (18, top + 6, width - 36, height - 12)
        canvas.rect("board", frame, rounding=70, look='stroke-width="3"')
        canvas.rect("rim", rim, rounding=64, look='stroke-width="3"')
        places = self._seed_places()
        for place in range(len(self._ring)):
            if place in self._rules.stores:
                self._paint_store(canvas, place, places[place])
            else:
                self._paint_pit(canvas, place, places[place])
        sowing = self._last_sowing()
        if sowing:
            self._paint_ring(canvas, sowing[0], 'stroke-width="3.5" stroke-dasharray="7 7"')
            self._paint_ring(canvas, sowing[1], 'stroke-width="4"')
        if self._player >= 0:
            y = top + height + 4 if self._player == 0 else top - 10
            canvas.rect(f"tint-{self._player}", (120, y, width - 240, 6), rounding=3)

    def _top(self) -> float:
        """The height above the board, where the letters stand."""
        return 1.2 * self._count_size() + 14

    def _row_gap(self) -> float:
        """The distance of the rows, which leaves room for two counts between them."""
        return 114 + 1.7 * self._count_size()

    def _centre(self, place: int) -> tuple[float, float]:
        pits = self._rules.pits
        top = self._top()
        if place in self._rules.stores:
            return (100 * pits + 183 if place == pits else 77, top + 66 + self._row_gap() / 2)
        column = place if place < pits else 2 * pits - place
        return 180 + 100 * column, top + 66 + (self._row_gap() if place < pits else 0)

    def _count_size(self) -> float:
        """Larger on wider boards, so that counts stay legible when those are scaled down."""
        return 26 + 2.0 * self._rules.pits

    def _paint_pit(self, canvas: "Canvas", place: int, seeds: list[int]) -> None:
        x, y = self._centre(place)
        seat, pit = divmod(place, self._rules.pits + 1)
        name = self._notation(seat, pit) or ""
        size = self._count_size()
        inward = (-55 - 0.4 * size) if seat == 0 else (55 + 0.4 * size)
        outward = 65 + size * 0.85 if seat == 0 else -65 - size * 0.85
        with canvas.group("place", f"pit-{seat}-{pit}", f"Pit {name}: {len(seeds)}"):
            canvas.circle(f"pit-{seat}", (x, y), 45, look='stroke-width="3"')
            _paint_seeds(canvas, (x, y), seeds, 1)
            canvas.text("count", (x, y + inward), str(len(seeds)), size=size)
        may = self._player == seat and bool(seeds)
        canvas.text(f"label-{seat}" if may else "label", (x, y + outward), name, size=size)

    def _paint_store(self, canvas: "Canvas", place: int, seeds: list[int]) -> None:
        x, y = self._centre(place)
        seat = self._rules.stores.index(place)
        with canvas.group("place", f"store-{seat}", f"Store of seat {seat}: {len(seeds)}"):
            half = self._row_gap() / 2 + 46
            box = (x - 45, y - half, 90, 2 * half)
            canvas.rect(f"pit-{seat}", box, rounding=45, look='stroke-width="3"')
            _paint_seeds(canvas, (x, y - 30), seeds, 2)
            canvas.text("count", (x, y + half - 45), str(len(seeds)), size=self._count_size() * 1.2)

    def _paint_ring(self, canvas: "Canvas", place: int, look: str) -> None:
        x, y = self._centre(place)
        if place in self._rules.stores:
            half = self._row_gap() / 2 + 51
            canvas.rect("last", (x - 50, y - half, 100, 2 * half), rounding=50, look=look)
        else:
            canvas.circle("last", (x, y), 51, look=look)


def _bits(places: list[int]) -> int:
    """Return a number with the bits of these places set."""
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


def _settle(places: list[list[int]], ring: list[int]) -> None:
    """Move seeds from places that hold too many to those that hold too few."""
    spare = [seed for place, seeds in enumerate(places) for seed in seeds[ring[place] :]]
    for place, seeds in enumerate(places):
        missing = ring[place] - len(seeds)
        places[place] = seeds[: ring[place]] + spare[: max(missing, 0)]
        spare = spare[max(missing, 0) :]


def _paint_seeds(
    canvas: "Canvas", centre: tuple[float, float], seeds: list[int], stretch: float
) -> None:
    """Lay seeds out on a sunflower's spiral, stretched upwards in a store."""
    gap = min(10.0, 35 / max(1, len(seeds)) ** 0.5)
    for number, seed in enumerate(seeds):
        radius, angle = gap * (number + 0.3) ** 0.5, 2.39996 * number
        spot = (centre[0] + radius * cos(angle), centre[1] + stretch * radius * sin(angle))
        canvas.circle("seed", spot, max(4.0, 0.82 * gap), identity=f"seed-{seed}")
