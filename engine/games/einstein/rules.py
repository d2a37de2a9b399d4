"""EinStein würfelt nicht. Rules: docs/31-einstein.md.

Squares are 0 (a5) to 24 (e1), row by row from the top left. Stones are 0 to 5 for 1 to 6.
Actions 0 to 17 are stone * 3 + direction (0 sideways, 1 up or down, 2 diagonally); 18 to 737 are
the arrangements in the order of their digits, as actions and as chance outcomes alike. The
outcomes of the die are 0 to 5.
"""

# A state reads the protected fields of its own clones.
# ruff: noqa: SLF001

from typing import Any, SupportsIndex, final

from engine.bits import BITS
from engine.facts import GameInfo
from engine.game import Game
from engine.games.einstein.tables import (
    ARRANGEMENTS,
    BOTH,
    FACE_CHANCES,
    FACES,
    FREEDOM,
    HOME,
    LARGER,
    LEGAL,
    MASKS,
    MOVES,
    NOWHERE,
    ORDERS,
    PACKED,
    SETUP_CHANCES,
    SETUPS,
    SMALLER,
    SQUARES,
    STEPS,
    steps_of,
)
from engine.gametype import IMPERFECT_INFORMATION, PERFECT_INFORMATION, Trait
from engine.machine import BytesWriter, i64, vec, write_i64_le
from engine.state import State
from engine.values import CHANCE, HIDDEN, TERMINAL


@final
class EinsteinGame(Game):
    """A variant of EinStein würfelt nicht."""

    def __init__(self, info: GameInfo, options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.setup: str = options["setup"]
        self.mirror: bool = options["mirror"]

    def new_initial_state(self) -> "EinsteinState":
        """Return the state at the start of the game."""
        state = empty(self)
        if self.setup == "fixed":
            state._place(0, 0)
            state._place(1, 0)
            state._next(0)
        elif self.setup == "chosen":
            state._player = 0
        return state

    def num_distinct_actions(self) -> int:
        """Return 18 moves, and the 720 arrangements where they are chosen."""
        return MOVES + 720 if self.setup == "chosen" else MOVES

    def max_chance_outcomes(self) -> int:
        """Return 6, or 738 where arrangements are drawn or have to be guessed."""
        return 6 if self.setup == "fixed" else MOVES + 720

    def max_game_length(self) -> int:
        """Return two arrangements and the steps that all stones together can take."""
        return 2 + 2 * 6 * 8

    def information(self) -> Trait:
        """Return IMPERFECT_INFORMATION where seat 1 chooses without seeing seat 0's choice."""
        return IMPERFECT_INFORMATION if self.setup == "chosen" else PERFECT_INFORMATION

    def is_notation(self, text: str) -> bool:
        """Tell whether a text is an arrangement, a roll or a move."""
        if text[:1] == "s":
            return self.setup != "fixed" and "".join(sorted(text[1:])) == "123456"
        if text[:1] == "r":
            return len(text) == 2 and text[1] in "123456"
        parts = len(text) == 4 and text[0] in "123456" and text[1] in "-x"
        return parts and text[2:] in SQUARES


@final
class EinsteinState(State):
    """A position of EinStein würfelt nicht.

    `_at` has the square of each of the twelve stones (seat 1's from 6 on) and `_board` the stone
    on each square, -1 for none. Bits of `_alive` tell which stones are on the board, bits of
    `_placed` whose stones have been placed.
    """

    def __init__(
        self, rules: EinsteinGame, at: vec[i64], board: vec[i64], alive: i64, player: i64
    ) -> None:
        super().__init__(rules, player)
        self._rules = rules
        self._at = at
        self._board = board
        self._alive: i64 = alive
        self._placed: i64 = 0
        self._hidden = False
        self._turn: i64 = 0
        self._roll: i64 = -1

    def clone(self) -> "EinsteinState":
        """Return a copy that shares nothing with this state that can change."""
        twin = EinsteinState(self._rules, self._at[:], self._board[:], self._alive, self._player)
        twin._placed = self._placed
        twin._hidden = self._hidden
        twin._turn = self._turn
        twin._roll = self._roll
        twin._copy_past(self)
        return twin

    def stones(self, seat: int) -> list[str | None]:
        """Return the squares of a seat's stones 1 to 6, None for one that is gone or not placed."""
        squares = [self._at[seat * 6 + stone] for stone in range(6)]
        return [SQUARES[at] if at >= 0 else None for at in squares]

    def roll(self) -> int | None:
        """Return the number on the die that the seat to act must use, None where there is none."""
        return self._roll + 1 if self._roll >= 0 else None

    def chance_weights(self) -> list[tuple[int, int]]:
        """Return (outcome, 1) for each arrangement or each face; IllegalAction elsewhere."""
        if self._player != CHANCE:
            return super().chance_weights()
        return [(outcome, 1) for outcome in self._outcomes()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return (outcome, probability) of each arrangement or face; IllegalAction elsewhere."""
        if self._player != CHANCE:
            return super().chance_outcomes()
        return (FACE_CHANCES if self._placed == BOTH else SETUP_CHANCES)[:]

    def chance_seat(self) -> int:
        """Return the seat that rolls or whose stones are drawn; IllegalAction elsewhere."""
        return self._turn if self._player == CHANCE else super().chance_seat()

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
        """Apply an action or outcome; see `State.apply_action`."""
        if isinstance(action, int) and self._is_legal(action):
            self._record(action)
            self._advance(action)
        else:
            super().apply_action(action)

    def _sample(self, number: i64) -> i64:
        return number * 6 >> 32 if self._placed == BOTH else (number * 720 >> 32) + MOVES

    def _outcomes(self) -> list[int]:
        return FACES if self._placed == BOTH else SETUPS

    def _legal(self) -> list[int]:
        seat = self._player
        return LEGAL[self._key(seat)] if self._alive >> 6 * seat & 63 else SETUPS

    def _choose(self, number: i64) -> i64:
        seat = self._player
        if self._alive >> 6 * seat & 63:
            packed = PACKED[self._key(seat)]
            return packed >> 5 * (number * (packed >> 48) >> 32) & 31
        return (number * 720 >> 32) + MOVES

    def _is_legal(self, action: int) -> bool:
        if self._player >= 0 and self._alive >> 6 * self._player & 63:
            return 0 <= action < MOVES and self._allows(action)
        if self._player == CHANCE and self._placed == BOTH:
            return 0 <= action < 6
        return self._player != TERMINAL and MOVES <= action < MOVES + 720

    def _key(self, seat: i64) -> i64:
        """Return where the tables have the moves of a seat whose stones are placed."""
        rolled = (self._alive >> 6 * seat & 63) * 6
        if self._roll > 0:
            rolled += self._roll
        small, large = SMALLER[rolled], LARGER[rolled]
        free = FREEDOM[seat * 25 + self._at[seat * 6 + small]]
        wide = FREEDOM[seat * 25 + self._at[seat * 6 + large]]
        return (small * 3 + free) * 18 + large * 3 + wide

    def _allows(self, action: i64) -> bool:
        return MASKS[self._key(self._player)] >> action & 1 == 1

    def _advance(self, action: i64) -> None:
        if action >= MOVES or action == HIDDEN:
            self._arrange(action)
        elif self._player == CHANCE:
            self._roll = action
            self._player = self._turn
        else:
            self._move(action)

    def _move(self, action: i64) -> None:
        seat = self._player
        piece = seat * 6 + action // 3
        at, board = self._at, self._board
        start = at[piece]
        target = start + STEPS[seat * 3 + action % 3]
        taken = board[target]
        board[start] = -1
        board[target] = piece
        at[piece] = target
        self._roll = -1
        if taken >= 0:
            at[taken] = -1
            self._alive &= ~BITS[taken]
        arrived = target == 24 - 24 * seat
        if arrived or self._alive >> 6 * (1 - seat) & 63 == 0:
            self._finish("corner" if arrived else "captured", (2, 1) if seat else (1, 2))
        else:
            self._next(1 - seat)

    def _next(self, seat: i64) -> None:
        """Give the turn to a seat; with a single stone it does not roll."""
        mask = self._alive >> 6 * seat & 63
        self._turn = seat
        self._player = seat
        if mask & (mask - 1):
            self._player = CHANCE

    def _arrange(self, action: i64) -> None:
        seat = self._turn
        if action == HIDDEN:
            self._hidden = True
        else:
            self._place(seat, action - MOVES)
        if self._rules.mirror:
            self._place(1, action - MOVES)
        if self._hidden and seat == 1:
            self._turn = 0
            self._player = CHANCE
        elif self._placed >= 2:
            self._hidden = False
            self._next(0)
        else:
            self._turn = 1
            self._player = 1 if self._rules.setup == "chosen" else CHANCE

    def _place(self, seat: i64, number: i64) -> None:
        self._placed |= BITS[seat]
        for stone in range(6):
            self._put(seat * 6 + stone, HOME[seat * 6 + ORDERS[number * 6 + stone]])

    def _put(self, piece: i64, square: i64) -> None:
        self._at[piece] = square
        self._board[square] = piece
        self._alive |= BITS[piece]

    def _record(self, action: int) -> None:
        """Note an action; the guess of a hidden arrangement takes its hidden place."""
        if self._hidden and self._placed >= 2:
            self._history[0] = action
        else:
            self._history.append(action)

    def _notation(self, player: int, action: int) -> str | None:
        if MOVES <= action < MOVES + 720:
            return ARRANGEMENTS[action - MOVES]
        if player == CHANCE:
            return f"r{action + 1}" if 0 <= action < 6 else None
        if player not in {0, 1} or not 0 <= action < MOVES:
            return None
        at = self._at[player * 6 + action // 3]
        steps = steps_of(action // 3, FREEDOM[player * 25 + at]) if at >= 0 else []
        if action not in steps:
            return None
        target = at + STEPS[player * 3 + action % 3]
        mark = "-" if self._board[target] < 0 else "x"
        return f"{action // 3 + 1}{mark}{SQUARES[target]}"

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return `to_dict` as this seat may know it; None stands for a spectator.

        With `setup=chosen` only seat 0 sees its arrangement until seat 1 has made its own choice.
        In a state made of such a view, once seat 1 has chosen, seat 0's stones come as a chance
        outcome, all arrangements equally likely, which then takes its place in the history.
        """
        document = super().view(seat)
        secret = self._rules.setup == "chosen" and self._placed == 1
        if secret and seat != 0:
            document["stones"][0] = "hidden"
            document["history"][0] = HIDDEN
        return document

    def _write(self, writer: BytesWriter) -> None:
        squares: i64 = 0
        for piece in range(12):
            squares = squares << 5 | self._at[piece] + 1
        rest = (self._roll + 1) << 3 | self._player + 4
        rest = ((rest << 1 | self._turn) << 2 | self._placed) << 1
        if self._hidden:
            rest += 1
        write_i64_le(writer, squares)
        write_i64_le(writer, rest)


def empty(rules: EinsteinGame) -> EinsteinState:
    """Return the state before any stone is placed."""
    return EinsteinState(rules, NOWHERE[:12], NOWHERE[:], 0, CHANCE)
