"""Kalah(pits, seeds) and Cross-Kalah. Rules: docs/30-kalah.md.

The ring holds seat 0's pits from A on, seat 0's store, seat 1's pits from a on, seat 1's store.
An action is the number of a pit from its owner's left, 0 for A or a.
"""

# A state reads the protected fields of its own clones.

from functools import cache
from typing import Any, SupportsIndex, final

from engine.bits import BITS
from engine.facts import GameInfo
from engine.game import Game
from engine.machine import BytesWriter, i64, vec, write_i64_le
from engine.state import State
from engine.values import TERMINAL, pack


@cache
def _choices(pits: int) -> list[list[int]]:
    """By the bits of the filled pits of a row, their numbers."""
    return [[pit for pit in range(pits) if bits >> pit & 1] for bits in range(1 << pits)]


@final
class KalahGame(Game):
    """A variant of Kalah, with the tables that its states share."""

    def __init__(self, info: GameInfo, options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.pits: int = options["pits"]
        self.seeds: int = options["seeds"]
        self.cross: bool = options["sowing"] == "cross"
        self.empty_capture: bool = options["empty_capture"]
        self.quiet_limit: i64 = options["quiet_limit"]
        self.across: i64 = self.pits + 1
        self.size: int = 2 * self.pits + 2
        self.stores: tuple[int, int] = (self.pits, self.size - 1)
        total = 2 * self.pits * self.seeds
        self.total: i64 = total
        # By place on the ring and parity of the seeds, where one seed after the other falls.
        laps = [self._lap(place, parity)[:total] for place in range(self.size) for parity in (0, 1)]
        self.laps = vec[i64]([visited for lap in laps for visited in lap])
        # By place and number of seeds, as bits of a number, the places that they fall on.
        self.reach = vec[i64](
            [bits for place in range(self.size) for bits in _reach(laps, place, total)]
        )
        self.full: i64 = 2**self.pits - 1
        # A key has so many bits for each place of the ring, and so many places in each number.
        self.width: i64 = total.bit_length()
        self.share: i64 = 60 // total.bit_length()
        self.choices = _choices(self.pits)
        self.packed = vec[i64]([pack(pits, 4) for pits in self.choices])
        side = [*[self.seeds] * self.pits, 0]
        self.start = vec[i64](side + side)

    def path(self, place: int, seeds: int) -> list[int]:
        """Return where the seeds of a pit fall, in order; the pit by its place on the ring."""
        first = (2 * place + seeds % 2) * self.total
        return list(self.laps[first : first + seeds])

    def _lap(self, place: int, parity: int) -> list[int]:
        """Return where more seeds than there are would fall."""
        step = -1 if self.cross and parity else 1
        skipped = self.stores[1] if place < self.pits else self.stores[0]
        around = [(place + step * d) % self.size for d in range(1, self.size + 1)]
        return [visited for visited in around if visited != skipped] * (self.seeds + 1)

    def new_initial_state(self) -> "KalahState":
        """Return the state at the start of the game."""
        filled = self.full | self.full << self.across
        return KalahState(self, self.start[:], 0, filled)

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


@final
class KalahState(State):
    """A position of Kalah. Bits of `_filled` tell which places of the ring hold seeds."""

    def __init__(self, rules: KalahGame, ring: vec[i64], player: i64, filled: i64) -> None:
        super().__init__(rules, player)
        self._rules = rules
        self._ring = ring
        self._filled: i64 = filled
        self._quiet: i64 = 0

    def clone(self) -> "KalahState":
        """Return a copy that shares nothing with this state that can change."""
        twin = KalahState(self._rules, self._ring[:], self._player, self._filled)
        twin._quiet = self._quiet
        twin._copy_past(self)
        return twin

    def pits(self, seat: int) -> list[int]:
        """Return the seeds in each pit of a seat, from its own left to its right."""
        first = seat * (self._rules.pits + 1)
        return [self._ring[first + pit] for pit in range(self._rules.pits)]

    def store(self, seat: int) -> int:
        """Return the seeds in a seat's store."""
        return self._ring[self._rules.stores[seat]]

    # Python calls a method fastest on the class that defines it, and these three drive games:
    # here stand their usual cases.

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._player == TERMINAL

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the sorted ids of what may be applied now; see `State.legal_actions`."""
        if seat is None and self._player >= 0:
            return self._legal()[:]
        return super().legal_actions(seat)

    def apply_action(self, action: SupportsIndex) -> None:
        """Apply an action; see `State.apply_action`."""
        if isinstance(action, int) and self._is_legal(action):
            self._history.append(action)
            self._advance(action)
        else:
            super().apply_action(action)

    def _legal(self) -> list[int]:
        rules = self._rules
        return rules.choices[self._filled >> self._player * rules.across & rules.full]

    def _choose(self, number: i64) -> i64:
        rules = self._rules
        packed = rules.packed[self._filled >> self._player * rules.across & rules.full]
        return packed >> 4 * (number * (packed >> 48) >> 32) & 15

    def _is_legal(self, action: int) -> bool:
        if self._player == TERMINAL or not 0 <= action < self._rules.pits:
            return False
        return self._ring[self._player * self._rules.across + action] > 0

    def _advance(self, action: i64) -> None:
        rules = self._rules
        ring = self._ring
        seat = self._player
        first = seat * rules.across
        store = first + rules.across - 1
        banked = ring[store]
        last = self._sow(first + action)
        if last != store:
            self._player = 1 - seat
            if ring[last] == 1 and first <= last < store:
                self._capture(last, store)
        quiet = self._quiet + 1
        if ring[store] > banked:
            quiet = 0
        self._quiet = quiet
        if not self._filled & rules.full or not self._filled >> rules.across & rules.full:
            self._sweep("empty")
        elif quiet >= rules.quiet_limit:
            self._sweep("quiet")

    def _sow(self, place: i64) -> i64:
        """Sow the seeds of a pit and return where the last one fell."""
        rules = self._rules
        ring = self._ring
        seeds = ring[place]
        ring[place] = 0
        total = rules.total
        reached = rules.reach[place * (total + 1) + seeds]
        self._filled = self._filled & ~BITS[place] | reached
        laps = rules.laps
        first = (2 * place + (seeds & 1)) * total
        last: i64 = 0
        for seed in range(first, first + seeds):
            last = laps[seed]
            ring[last] += 1
        return last

    def _capture(self, last: i64, store: i64) -> None:
        """Bank the last seed, fallen into an empty pit, with the seeds facing it."""
        ring = self._ring
        rules = self._rules
        facing = 2 * rules.across - 2 - last
        if ring[facing] or rules.empty_capture:
            ring[store] += ring[facing] + 1
            ring[facing] = 0
            ring[last] = 0
            self._filled = self._filled & ~(BITS[last] | BITS[facing]) | BITS[store]

    def _sweep(self, reason: str) -> None:
        """Put what lies in the pits into their owners' stores and end the game."""
        ring = self._ring
        first: i64 = self._rules.pits
        second = 2 * first + 1
        for place in range(first):
            ring[first] += ring[place]
            ring[second] += ring[first + 1 + place]
            ring[place] = ring[first + 1 + place] = 0
        self._filled = (BITS[first] if ring[first] else 0) | (BITS[second] if ring[second] else 0)
        ahead = ring[first] - ring[second]
        self._finish(reason, (1 + (ahead < 0), 1 + (ahead > 0)))

    def _notation(self, player: int, action: int) -> str | None:
        if player not in {0, 1} or not 0 <= action < self._rules.pits:
            return None
        return "ABCDEFGHIJKL"[action] if player == 0 else "abcdefghijkl"[action]

    def _write(self, writer: BytesWriter) -> None:
        word = self._quiet << 3 | self._player + 4
        write_i64_le(writer, word)
        width, left = self._rules.width, self._rules.share
        word = 0
        for place in range(len(self._ring)):
            if left == 0:
                write_i64_le(writer, word)
                word, left = 0, self._rules.share
            word = word << width | self._ring[place]
            left -= 1
        write_i64_le(writer, word)


def _reach(laps: list[list[int]], place: int, total: int) -> list[int]:
    """Return by numbers of seeds the bits of all places that they fall on."""
    even, odd = laps[2 * place], laps[2 * place + 1]
    sown = [0, 1 << odd[0]]
    for seeds in range(2, total + 1):
        lap = odd if seeds % 2 else even
        sown.append(sown[-2] | 1 << lap[seeds - 2] | 1 << lap[seeds - 1])
    return sown
