"""Alquerque grande. Rules: docs/34-alquerque.md.

A seat's stones are a number with the bits of their points set. The module `lines` also says how
actions are numbered: a whole turn, with all its jumps and its lost stone, is one.
"""

# A state reads the protected fields of its own clones.

from collections.abc import Sequence
from typing import Any, SupportsIndex, final

from engine.bits import BITS, count_bits
from engine.errors import InvalidNotation
from engine.facts import GameInfo
from engine.game import Game
from engine.games.alquerque.captures import is_capture, jumpers_of, jumps_of
from engine.games.alquerque.lines import (
    ACTIONS,
    ALL,
    BACK,
    ENDS,
    POINTS,
    STEPS,
    action_of,
    course_of,
    stones_at_start,
)
from engine.games.alquerque.moves import actions_of, can_step, choose, is_step, movers_of
from engine.games.alquerque.ranks import quick_ranks, slow_ranks
from engine.machine import BytesWriter, i64, vec, write_i64_le
from engine.state import State
from engine.values import TERMINAL


@final
class AlquerqueGame(Game):
    """A variant of Alquerque grande."""

    def __init__(self, info: GameInfo, options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.seats: i64 = 2 if options["mode"] == "two" else 4
        self.teams: bool = options["mode"] == "teams"
        self.slow: bool = options["mode"] == "single" and options["ending"] == "slow"
        self.quick: bool = options["mode"] == "single" and options["ending"] == "quick"
        self.forced: bool = options["capture"] == "forced"
        self.quiet_limit: i64 = options["quiet_limit"]
        self.none = vec[i64]([0] * self.num_players())
        self.unbarred = vec[i64]([-1] * self.num_players())
        self.start = vec[i64](stones_at_start(self.seats, options["layout"]))

    def new_initial_state(self) -> "AlquerqueState":
        """Return the state at the start of the game."""
        return AlquerqueState(self, self.start[:], self.none[:], self.unbarred[:])

    def num_players(self) -> int:
        """Return 2 with mode=two, else 4."""
        return self.seats

    def sides(self) -> list[int]:
        """Return each seat's side; with mode=teams that of seats 0 and 2, or of 1 and 3."""
        return [0, 1, 0, 1] if self.teams else [0, 1, 2, 3][: self.seats]

    def num_distinct_actions(self) -> int:
        """Return 2**63 - 1: ids number every capture that the lines allow, however long."""
        return ACTIONS

    def max_game_length(self) -> int:
        """Return the quiet limit for each stone that can leave the board, and once for the end."""
        return 48 * self.quiet_limit

    def is_notation(self, text: str) -> bool:
        """Tell whether a text is a step or a capture; none loses a stone with capture=forced."""
        return action_of(text) >= 0 and not (self.forced and "!" in text)


@final
class AlquerqueState(State):
    """A position of Alquerque grande.

    `_stones` has each seat's points as bits, `_empty` the points without stones, and `_captured`
    how many stones each seat has captured. `_barred` is the step (its number, divided by 50) back
    to where its last step came from, -1 for none. `_places` are the places of seats that have left
    a slow game, 0 for seats still in; bits of `_absent` tell which seats of teams have forfeited.
    """

    def __init__(
        self, rules: AlquerqueGame, stones: vec[i64], captured: vec[i64], barred: vec[i64]
    ) -> None:
        super().__init__(rules, 0)
        self._rules = rules
        self._stones = stones
        self._captured = captured
        self._barred = barred
        # Places are never changed: a seat that leaves makes new ones.
        self._places = rules.none
        self._absent: i64 = 0
        self._quiet: i64 = 0
        self._empty: i64 = ALL
        for seat in range(rules.seats):
            self._empty &= ~stones[seat]

    def clone(self) -> "AlquerqueState":
        """Return a copy that shares nothing with this state that can change."""
        stones, captured, barred = self._stones[:], self._captured[:], self._barred[:]
        twin = AlquerqueState(self._rules, stones, captured, barred)
        twin._places = self._places
        twin._player = self._player
        twin._absent = self._absent
        twin._quiet = self._quiet
        twin._copy_past(self)
        return twin

    def stones(self, seat: int) -> list[str]:
        """Return the points of a seat's stones, rank by rank from a1."""
        return [name for point, name in enumerate(POINTS) if self._stones[seat] & BITS[point]]

    def captured(self, seat: int) -> int:
        """Return how many stones a seat has captured."""
        return self._captured[seat]

    def _name_seats(self, seats: Sequence[int]) -> str:
        """Return seats as sentences name them, a single one with its colour."""
        named: str = self._rules.info.part("text").names(self, seats)
        return named

    # Python calls a method fastest on the class that defines it, and these three drive games:
    # here stand their usual cases.

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self._player == TERMINAL

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the sorted ids of what may be applied now; see `State.legal_actions`."""
        if seat is None and self._player >= 0:
            return self._legal()
        return super().legal_actions(seat)

    def apply_action(self, action: SupportsIndex) -> None:
        """Apply an action; see `State.apply_action`."""
        if isinstance(action, int) and self._is_legal(action):
            self._history.append(action)
            self._advance(action)
        else:
            super().apply_action(action)

    # What a seat can do.

    def _foes(self, seat: i64) -> i64:
        """Return the points of the stones that a seat may jump over."""
        foes = ALL ^ self._empty ^ self._stones[seat]
        return foes ^ self._stones[seat ^ 2] if self._rules.teams else foes

    def _can_move(self, seat: i64) -> bool:
        own, empty = self._stones[seat], self._empty
        if own == 0 or can_step(own, empty, self._barred[seat]):
            return own != 0
        return jumpers_of(own, self._foes(seat), empty) != 0

    def _legal(self) -> list[int]:
        return self._some(ACTIONS)

    def _some(self, most: i64) -> list[int]:
        """Return the sorted actions; where there are captures, of those no more than `most`."""
        seat, forced = self._player, self._rules.forced
        own, foes, barred = self._stones[seat], self._foes(seat), self._barred[seat]
        return actions_of(own, foes, self._empty, barred, forced=forced, most=most)

    def _choose(self, number: i64) -> i64:
        seat, forced = self._player, self._rules.forced
        own, foes, barred = self._stones[seat], self._foes(seat), self._barred[seat]
        return choose(own, foes, self._empty, barred, forced=forced, number=number)

    def _is_legal(self, action: int) -> bool:
        # Most numbers are small: comparing those with the bound of all would cost more.
        if self._player == TERMINAL or action < 0 or (action >= STEPS and action >= ACTIONS):
            return False
        return self._allows(action)

    def _allows(self, action: i64) -> bool:
        seat, forced = self._player, self._rules.forced
        own, foes, empty = self._stones[seat], self._foes(seat), self._empty
        if action >= STEPS:
            return is_capture(action, own, foes, empty, forced)
        return is_step(action, own, foes, empty, self._barred[seat], forced=forced)

    def string_to_action(self, text: str) -> int:
        """Return the id of the legal action so written, as every game does.

        The text itself says the id, so nothing is listed.
        """
        if not isinstance(text, str) or not self._rules.is_notation(text):
            raise InvalidNotation(f"{text!r} is no notation of {self._rules.variant}")
        action = action_of(text)
        if not self._is_legal(action):
            raise self._refusal(repr(text))
        return action

    def movable(self) -> list[str]:
        """Return the points of the stones that the seat to act can move; none at the end."""
        seat = self._player
        if seat == TERMINAL:
            return []
        own, barred = self._stones[seat], self._barred[seat]
        points = movers_of(own, self._foes(seat), self._empty, barred, self._rules.forced)
        return [POINTS[point] for point in points]

    # Playing.

    def _advance(self, action: i64) -> None:
        seat = self._player
        if action >= STEPS:
            self._capture(seat, action)
        else:
            self._step(seat, action)
        if self._quiet == 0:
            if self._bare():
                return
        elif self._quiet >= self._rules.quiet_limit:
            self._end_quietly()
            return
        self._begin(self._after(seat))

    def _step(self, seat: i64, action: i64) -> None:
        line = action // 50
        lost = action % 50 - 1
        ends = ENDS[line]
        stones = self._stones[seat] ^ ends
        empty = self._empty ^ ends
        self._quiet += 1
        if lost >= 0:
            stones ^= BITS[lost]
            empty ^= BITS[lost]
            self._quiet = 0
        self._stones[seat] = stones
        self._empty = empty
        self._barred[seat] = BACK[line]

    def _capture(self, seat: i64, action: i64) -> None:
        start, end, gone = jumps_of(action)
        stones = self._stones
        for other in range(self._rules.seats):
            stones[other] &= ~gone
        own = stones[seat] ^ BITS[start]
        empty = self._empty | gone | BITS[start]
        if end >= 0:
            own |= BITS[end]
            empty ^= BITS[end]
        stones[seat] = own
        self._empty = empty
        self._captured[seat] += count_bits(gone)
        self._barred[seat] = -1
        self._quiet = 0

    def _after(self, seat: i64) -> i64:
        """Return the seat whose turn follows."""
        seat += 1
        return seat - self._rules.seats if seat == self._rules.seats else seat

    def _begin(self, seat: i64) -> None:
        """Give the turn to a seat, or to the first one after it that can move."""
        while self._absent & BITS[seat] or not self._can_move(seat):
            if self._stuck(seat):
                return
            seat = self._after(seat)
        self._player = seat

    def _stuck(self, seat: i64) -> bool:
        """Judge a seat that cannot move at its turn; tell whether that ends the game."""
        rules = self._rules
        if rules.slow:
            return self._places[seat] == 0 and self._leave([seat], "stuck")
        if rules.teams and not self._absent & BITS[seat ^ 2] and self._can_move(seat ^ 2):
            self._barred[seat] = -1
            return False
        self._lose([seat], "stuck")
        return True

    def _bare(self) -> bool:
        """Judge the seats that have just lost their last stone; tell whether that ends the game."""
        for seat in range(self._rules.seats):
            if self._stones[seat] == 0 and self._places[seat] == 0:
                return self._judge_bare()
        return False

    def _judge_bare(self) -> bool:
        stones = list(self._stones)
        if self._rules.teams:
            bare = [seat for seat in (0, 1) if not stones[seat] | stones[seat + 2]]
        else:
            bare = [s for s, own in enumerate(stones) if not own and not self._places[s]]
        if not bare:
            return False
        if self._rules.slow:
            return self._leave(bare, "bare")
        self._lose(bare, "bare")
        return True

    # Results.

    def _lose(self, losers: list[int], reason: str) -> None:
        """End the game: these seats have lost, or their team; none, where a quick game ends."""
        if self._rules.quick:
            self._finish(reason, quick_ranks(self._captured, self._stones, losers))
        elif self._rules.teams:
            self._finish(reason, (3, 1, 3, 1) if losers[0] % 2 == 0 else (1, 3, 1, 3))
        else:
            self._finish(reason, (2, 1) if losers[0] == 0 else (1, 2))

    def _leave(self, seats: list[int], reason: str) -> bool:
        """Take seats out of a slow game; tell whether only one is left."""
        places = self._places[:]
        left = list(places).count(0) - len(seats)
        for seat in seats:
            places[seat] = left + 1
            self._empty |= self._stones[seat]
            self._stones[seat] = 0
            self._barred[seat] = -1
        self._places = places
        if left == 1:
            self._finish(reason, slow_ranks(places, self.forfeited()))
        return left == 1

    def _end_quietly(self) -> None:
        if self._rules.slow:
            self._finish("quiet", slow_ranks(self._places, self.forfeited()))
        elif self._rules.quick:
            self._lose([], "quiet")
        else:
            self._finish("quiet", (1,) * self._rules.num_players())

    def _forfeit(self, seat: int) -> None:
        if self._rules.slow:
            if self._places[seat] == 0 and not self._leave([seat], "forfeit"):
                self._begin(self._player)
        elif self._rules.teams and (seat + 2) % 4 not in self.forfeited():
            self._absent |= BITS[seat]
            if seat == self._player:
                self._begin(seat)
        else:
            self._lose([seat], "forfeit")

    # Notation and keys.

    def _notation(self, player: int, action: int) -> str | None:
        course = course_of(action) if 0 <= player < self._rules.seats else None
        if course is None or (self._rules.forced and course.lost >= 0):
            return None
        return str(course)

    def _write(self, writer: BytesWriter) -> None:
        rules = self._rules
        rest = self._quiet << 3 | self._player + 4
        for seat in range(rules.seats):
            held = (self._barred[seat] + 1) << 49 | self._stones[seat]
            write_i64_le(writer, held)
            rest = rest << 9 | self._places[seat]
            # Who captured how much decides a quick game alone.
            if rules.quick:
                rest += self._captured[seat] << 3
        write_i64_le(writer, rest)
