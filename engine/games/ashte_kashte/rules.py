"""Ashte Kashte. Rules: docs/33-ashte-kashte.md.

Actions 0 to 47 are the index on its seat's path that a single piece leaves, 0 for a piece that
enters; 48 + index is a double that moves as one; 96 is the pass. The throw that lies there says
how far. A throw's outcome is the number of marks, 0 to 4.
"""

from typing import Any, Final, SupportsIndex, final

from engine.bits import BITS, after, count_bits, members, nth
from engine.facts import GameInfo
from engine.game import Game
from engine.games.ashte_kashte.board import (
    ACROSS,
    ALL_HOME,
    CROSSES,
    GOAL,
    INSIDE,
    NOTATION,
    PASS,
    SIDES,
    STANDS,
    STEPS,
    TEXTS,
    alike,
    before,
    seen,
    standing,
)
from engine.machine import BytesWriter, i64, vec, write_i64_le
from engine.state import State
from engine.values import CHANCE, TERMINAL, race_ranks

_WEIGHTS: Final = [(0, 1), (1, 4), (2, 6), (3, 4), (4, 1)]
_MARKS: Final = [0, 1, 2, 3, 4]
_LENGTHS: Final = vec[i64](STEPS)
# The outcome by the highest four bits of a number, all of them equally likely.
_SIXTEENTHS: Final = vec[i64]([marks for marks, weight in _WEIGHTS for _ in range(weight)])


@final
class AshteKashteGame(Game):
    """A variant of Ashte Kashte."""

    def __init__(self, info: GameInfo, options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.seats: int = options["seats"]
        self.passing: bool = options["passing"]
        self.playing_out: bool = options["playout"]
        self.turn_limit: i64 = options["turn_limit"]
        # By seat, the side of the board where it sits.
        self.edges = vec[i64](SIDES[self.seats])

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.seats

    def new_initial_state(self) -> "AshteKashteState":
        """Return the state at the start of the game."""
        return AshteKashteState(self, vec[i64]([0 for _ in range(self.seats)]))

    def num_distinct_actions(self) -> int:
        """Return 97: 48 for singles, 48 for doubles, the pass."""
        return PASS + 1

    def max_chance_outcomes(self) -> int:
        """Return 5, one for each number of marks."""
        return 5

    def max_game_length(self) -> int:
        """Return the turn limit, for a throw allows one action at most."""
        return self.turn_limit

    def is_notation(self, text: str) -> bool:
        """Tell whether a text is a throw, a move or a pass."""
        return text in NOTATION


@final
class AshteKashteState(State):
    """A position of Ashte Kashte.

    `_at` has for each seat the index of each of its pieces, one a byte: 0 off the board, 48 home.
    Bits of `_taken` tell on which squares there are pieces, bits of `_doubles` where there are
    doubles, bits of `_playing` which seats are still in the game. The moves that the throw allows
    are bits too: of `_singles` and `_pairs` the indexes that a single and a double may leave.
    """

    def __init__(self, rules: AshteKashteGame, at: vec[i64]) -> None:
        super().__init__(rules, CHANCE)
        self._rules = rules
        self._at = at
        self._taken: i64 = 0
        self._doubles: i64 = 0
        self._playing: i64 = BITS[rules.seats] - 1
        self._arrived: tuple[int, ...] = ()
        self._turn: i64 = 0
        self._steps: i64 = 0
        self._throws: i64 = 0
        self._singles: i64 = 0
        self._pairs: i64 = 0
        self._may_pass = False

    def clone(self) -> "AshteKashteState":
        """Return a copy that shares nothing with this state that can change."""
        twin = AshteKashteState(self._rules, self._at[:])
        twin._player = self._player
        twin._taken = self._taken
        twin._doubles = self._doubles
        twin._playing = self._playing
        twin._arrived = self._arrived
        twin._turn = self._turn
        twin._steps = self._steps
        twin._throws = self._throws
        twin._singles = self._singles
        twin._pairs = self._pairs
        twin._may_pass = self._may_pass
        twin._copy_past(self)
        return twin

    def pieces(self, seat: int) -> list[int | None]:
        """Return where a seat's pieces are on its path: None off the board, 48 home."""
        return [self._at[seat] >> 8 * number & 63 or None for number in range(4)]

    def turn(self) -> int:
        """Return the seat that throws or moves, or did so last."""
        return self._turn

    def steps(self) -> int | None:
        """Return how far the throw that lies there lets a piece walk, None where none does."""
        return self._steps or None

    def chance_weights(self) -> list[tuple[int, int]]:
        """Return (marks, weight) in sixteenths; IllegalAction elsewhere."""
        return _WEIGHTS[:] if self._player == CHANCE else super().chance_weights()

    def chance_seat(self) -> int:
        """Return the seat that throws; IllegalAction elsewhere."""
        return self._turn if self._player == CHANCE else super().chance_seat()

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
        """Apply an action or outcome; see `State.apply_action`."""
        if isinstance(action, int) and self._is_legal(action):
            self._history.append(action)
            self._advance(action)
        else:
            super().apply_action(action)

    def _sample(self, number: i64) -> i64:
        return _SIXTEENTHS[number >> 28]

    def _outcomes(self) -> list[int]:
        return _MARKS

    def _legal(self) -> list[int]:
        moves = members(self._singles)
        if self._pairs:
            moves += [GOAL + index for index in members(self._pairs)]
        if self._may_pass:
            moves.append(PASS)
        return moves

    def _is_legal(self, action: int) -> bool:
        if self._player < 0 or not 0 <= action < PASS:
            chance = self._player == CHANCE and 0 <= action < 5
            return chance or (action == PASS and self._may_pass)
        index: i64 = action
        moves = self._singles
        if index >= GOAL:
            index -= GOAL
            moves = self._pairs
        return moves >> index & 1 == 1

    def _choose(self, number: i64) -> i64:
        singles, pairs = count_bits(self._singles), count_bits(self._pairs)
        total = singles + pairs
        if self._may_pass:
            total += 1
        place = number * total >> 32
        if place < singles:
            return nth(self._singles, place)
        place -= singles
        if place < pairs:
            return GOAL + nth(self._pairs, place)
        return PASS

    def _advance(self, action: i64) -> None:
        if self._player == CHANCE:
            self._steps = _LENGTHS[action]
            self._throws += 1
            self._find_moves()
            if self._singles | self._pairs:
                self._player = self._turn
                return
        elif action != PASS:
            self._move(action)
            if self._player == TERMINAL:
                return
        self._end_throw()

    def _find_moves(self) -> None:
        """Find what the throw allows; nothing where the seat has to pass."""
        rules, seat, steps = self._rules, self._turn, self._steps
        at = self._at[seat]
        first, second = BITS[at & 63], BITS[at >> 8 & 63]
        third, fourth = BITS[at >> 16 & 63], BITS[at >> 24]
        two, three = first | second, first | second | third
        # The indexes on the board and beside it, home left out; and those of two pieces or more.
        own = (three | fourth) & INSIDE[1]
        twice = first & second | two & third | three & fourth
        # Start squares, which no double stands on, turn with the doubles.
        blocks = seen(self._doubles | self._taken & CROSSES, rules.edges[seat])
        over = before(blocks & ~CROSSES, steps)
        inside = INSIDE[steps]
        singles = own & inside & ~over & ~((blocks & CROSSES) >> steps)
        # A double may be taken anywhere but off the board, to where none of its own seat is.
        pairs = twice & inside & ~1 & ~((own | CROSSES) >> steps)
        self._singles = singles
        self._pairs = pairs
        # Nobody has to make a double: who can do nothing else may pass.
        merging = pairs | singles & ~((own & ~twice) >> steps) == 0
        self._may_pass = singles | pairs != 0 and (merging or rules.passing)

    def _move(self, action: i64) -> None:
        """Move a single or a double, with what follows from where it lands."""
        double = action > GOAL
        index = action
        if double:
            index -= GOAL
        pieces = self._at[self._turn]
        moved = standing(pieces, index)
        if not double:
            # The lowest of the seat's pieces there; if it was in a double, the other one stays.
            moved &= -moved
        self._leave(index, double)
        self._land(index + self._steps, double)
        pieces += (moved >> 7) * self._steps
        self._at[self._turn] = pieces
        if pieces == ALL_HOME:
            self._arrive()

    def _leave(self, index: i64, double: bool) -> None:
        """Take a single or a double off its square; a single leaves its partner behind."""
        square = STANDS[self._rules.edges[self._turn] * (GOAL + 1) + index]
        if double or not self._doubles & square:
            self._taken &= ~square
        self._doubles &= ~square

    def _land(self, index: i64, double: bool) -> None:
        """Put a single or a double on a square, with what it makes or captures there."""
        square = STANDS[self._rules.edges[self._turn] * (GOAL + 1) + index]
        if self._taken & square:
            if standing(self._at[self._turn], index):
                double = True
            else:
                self._capture(index)
                self._doubles &= ~square
        self._taken |= square
        if double:
            self._doubles |= square

    def _capture(self, index: i64) -> None:
        """Send what the others have on this index of the seat's path back to where it came from."""
        edges, at, seat = self._rules.edges, self._at, self._turn
        for other in range(len(at)):
            if other != seat:
                turned = edges[other] - edges[seat] & 3
                gone = standing(at[other], ACROSS[turned * (GOAL + 1) + index])
                # The highest bit less the lowest one: all bits that an index can have.
                at[other] &= ~(gone - (gone >> 7))

    def _arrive(self) -> None:
        """Note that all the seat's pieces are home, and see what that decides."""
        self._arrived += (self._turn,)
        self._playing &= ~BITS[self._turn]
        if not self._rules.playing_out or self._is_alone():
            self._end("home")

    def _is_alone(self) -> bool:
        """Tell whether at most one seat is still in the game."""
        return self._playing & (self._playing - 1) == 0

    def _left(self) -> list[int]:
        """Return the seats that are still in the game."""
        return members(self._playing)

    def _end_throw(self) -> None:
        """Go on to the next throw: the same seat's after a 4 or an 8."""
        again = self._steps >= 4 and self._playing >> self._turn & 1 == 1
        self._lapse()
        if self._throws >= self._rules.turn_limit:
            self._end("limit")
            return
        if not again:
            self._turn = after(self._turn, self._playing, self._rules.seats)
        self._player = CHANCE

    def _lapse(self) -> None:
        """Take away the throw that lies there."""
        self._steps = 0
        self._singles = 0
        self._pairs = 0
        self._may_pass = False

    def _forfeit(self, seat: int) -> None:
        """Take the seat's pieces off the board; its throw lapses, the others play on."""
        pieces, side = self._at[seat], self._rules.edges[seat]
        for number in range(4):
            index = pieces >> 8 * number & 63
            square = STANDS[side * (GOAL + 1) + index]
            self._taken &= ~square
            self._doubles &= ~square
            if index < GOAL:
                pieces -= index << 8 * number
        self._at[seat] = pieces
        self._playing &= ~BITS[seat]
        self._arrived = tuple([other for other in self._arrived if other != seat])
        if self._is_alone():
            self._end("forfeit")
        elif seat == self._turn:
            self._end_throw()
        elif self._steps:
            self._find_moves()

    def _end(self, reason: str) -> None:
        self._lapse()
        self._finish(reason, race_ranks(self._rules.seats, self._arrived, self.forfeited()))

    def _notation(self, player: int, action: int) -> str | None:
        if player == CHANCE:
            return f"r{STEPS[action]}" if 0 <= action < 5 else None
        if not 0 <= player < self._rules.seats or not 0 <= action <= PASS:
            return None
        return TEXTS[self._steps][action] or None

    def _write(self, writer: BytesWriter) -> None:
        past: i64 = 0
        for seat in self._arrived:
            past = past << 3 | seat + 1
        now = ((past << 17 | self._throws) << 4 | self._steps) << 2 | self._turn
        now = now << 3 | self._player + 4
        write_i64_le(writer, now)
        for pieces in self._at:
            write_i64_le(writer, alike(pieces))
