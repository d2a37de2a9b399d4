"""EinStein würfelt nicht. Rules: docs/31-einstein.md.

Squares are 0 (a5) to 24 (e1), row by row from the top left. Stones are 0 to 5 for 1 to 6.
Actions 0 to 17 are stone * 3 + direction (0 sideways, 1 up or down, 2 diagonally); 18 to 737 are
the arrangements in the order of their digits, as actions and as chance outcomes alike. The
outcomes of the die are 0 to 5.
"""

# A state reads the protected fields of its own clones.
# ruff: noqa: SLF001

from itertools import permutations
from math import hypot
from typing import TYPE_CHECKING, Any, Final

from engine.game import Game
from engine.gametype import IMPERFECT_INFORMATION, PERFECT_INFORMATION, Kind
from engine.state import State
from engine.values import CHANCE, HIDDEN, TERMINAL

if TYPE_CHECKING:
    from engine.registry import GameInfo
    from engine.svg import Canvas

MOVES: Final = 18
HOMES: Final = ((0, 1, 2, 5, 6, 10), (24, 23, 22, 19, 18, 14))
CORNERS: Final = (24, 0)
SQUARES: Final = [f"{'abcde'[square % 5]}{5 - square // 5}" for square in range(25)]
ARRANGEMENTS: Final = ["s" + "".join(digits) for digits in permutations("123456")]
_FACES: Final = list(range(6))
_SETUPS: Final = list(range(MOVES, MOVES + 720))


def _targets(seat: int, square: int) -> list[int]:
    """Return the squares that a stone reaches sideways, up or down, diagonally; -1 for none."""
    column, row = square % 5, square // 5
    step = 1 if seat == 0 else -1
    steps = ((step, 0), (0, step), (step, step))
    return [
        (row + down) * 5 + column + right if 0 <= column + right < 5 and 0 <= row + down < 5 else -1
        for right, down in steps
    ]


def _choices(mask: int, face: int) -> list[int]:
    """Return the stones that may move; `mask` has a bit for each stone there is."""
    if mask >> face & 1 or mask & (mask - 1) == 0:
        return [face] if mask >> face & 1 else [mask.bit_length() - 1]
    smaller = [stone for stone in range(face) if mask >> stone & 1]
    larger = [stone for stone in range(face + 1, 6) if mask >> stone & 1]
    return smaller[-1:] + larger[:1]


TARGETS: Final = [[_targets(seat, square) for square in range(25)] for seat in (0, 1)]
CHOICES: Final = [[_choices(mask, face) for face in range(6)] if mask else [] for mask in range(64)]
# By seat, stone and square: the ids of the stone's moves.
_IDS: Final = [
    [
        [[stone * 3 + way for way in range(3) if TARGETS[seat][at][way] >= 0] for at in range(25)]
        for stone in range(6)
    ]
    for seat in (0, 1)
]


class EinsteinGame(Game):
    """A variant of EinStein würfelt nicht."""

    def __init__(self, info: "GameInfo", options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.setup: str = options["setup"]
        self.mirror: bool = options["mirror"]

    def new_initial_state(self) -> "EinsteinState":
        """Return the state at the start of the game."""
        state = EinsteinState(self, [-1] * 12, [-1] * 25, CHANCE)
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

    def information(self) -> Kind:
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

    def _restore(self, document: dict[str, Any]) -> "EinsteinState":
        state = EinsteinState(self, [-1] * 12, [-1] * 25, CHANCE)
        state._turn = (0, 1).index(document["turn"])
        state._roll = -1 if document["roll"] is None else (1, 2, 3, 4, 5, 6).index(document["roll"])
        for seat, row in enumerate(document["stones"]):
            state._set_row(seat, row)
        due = state._due()
        if document["player"] not in {TERMINAL, due}:
            raise ValueError(f"player is {document['player']!r} where {due} is to act")
        return state


class EinsteinState(State):
    """A position of EinStein würfelt nicht.

    `_at` has the square of each of the twelve stones (seat 1's from 6 on) and `_board` the stone
    on each square, -1 for none. `_rows` tells of each seat whether its stones are placed.
    """

    def __init__(self, rules: EinsteinGame, at: list[int], board: list[int], player: int) -> None:
        super().__init__(rules, player)
        self._rules = rules
        self._at = at
        self._board = board
        self._masks = [0, 0]
        self._rows = [False, False]
        self._hidden = False
        self._turn = 0
        self._roll = -1

    def clone(self) -> "EinsteinState":
        """Return a copy that shares nothing with this state that can change."""
        twin = EinsteinState(self._rules, self._at[:], self._board[:], self._player)
        twin._masks = self._masks[:]
        twin._rows = self._rows[:]
        twin._hidden = self._hidden
        twin._turn = self._turn
        twin._roll = self._roll
        twin._copy_past(self)
        return twin

    def stones(self, seat: int) -> list[str | None]:
        """Return the squares of a seat's stones 1 to 6, None for one that is gone or not placed."""
        return [SQUARES[at] if at >= 0 else None for at in self._at[seat * 6 : seat * 6 + 6]]

    def roll(self) -> int | None:
        """Return the number on the die that the seat to act must use, None where there is none."""
        return self._roll + 1 if self._roll >= 0 else None

    def chance_weights(self) -> list[tuple[int, int]]:
        """Return (outcome, 1) for each arrangement or each face; IllegalAction elsewhere."""
        if self._player != CHANCE:
            return super().chance_weights()
        return [(outcome, 1) for outcome in self._outcomes()]

    def chance_seat(self) -> int:
        """Return the seat that rolls or whose stones are drawn; IllegalAction elsewhere."""
        return self._turn if self._player == CHANCE else super().chance_seat()

    def _sample(self, number: int) -> int:
        if self._rows[0] and self._rows[1]:
            return number * 6 >> 32
        return (number * 720 >> 32) + MOVES

    def _outcomes(self) -> list[int]:
        return _FACES if self._rows[0] and self._rows[1] else _SETUPS

    def _legal(self) -> list[int]:
        seat = self._player
        mask = self._masks[seat]
        if not mask:
            return _SETUPS
        ids, at = _IDS[seat], self._at
        stones = CHOICES[mask][self._roll]
        first = ids[stones[0]][at[seat * 6 + stones[0]]]
        return first if len(stones) == 1 else first + ids[stones[1]][at[seat * 6 + stones[1]]]

    def _advance(self, action: int) -> None:
        if action >= MOVES or action == HIDDEN:
            self._arrange(action)
        elif self._player == CHANCE:
            self._roll = action
            self._player = self._turn
        else:
            self._move(action)

    def _move(self, action: int) -> None:
        seat = self._player
        stone, way = divmod(action, 3)
        piece = seat * 6 + stone
        at, board, masks = self._at, self._board, self._masks
        self._roll = -1
        start = at[piece]
        target = TARGETS[seat][start][way]
        taken = board[target]
        board[start] = -1
        board[target] = piece
        at[piece] = target
        if taken >= 0:
            at[taken] = -1
            masks[taken // 6] &= ~(1 << taken % 6)
        if target == CORNERS[seat] or not masks[1 - seat]:
            reason = "corner" if target == CORNERS[seat] else "captured"
            self._finish(reason, (1, 2) if seat == 0 else (2, 1))
        else:
            self._next(1 - seat)

    def _next(self, seat: int) -> None:
        """Give the turn to a seat; with a single stone it does not roll."""
        mask = self._masks[seat]
        self._turn = seat
        self._player = CHANCE if mask & (mask - 1) else seat

    def _arrange(self, action: int) -> None:
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
        elif self._rows[1]:
            self._hidden = False
            self._next(0)
        else:
            self._turn = 1
            self._player = 1 if self._rules.setup == "chosen" else CHANCE

    def _due(self) -> int:
        """Return who has to act, from the position alone."""
        placed = self._rows[0] and self._rows[1]
        if not placed and self._rules.setup == "chosen" and not self._rows[1]:
            return self._turn
        mask = self._masks[self._turn]
        rolled = self._roll >= 0 or mask & (mask - 1) == 0
        return self._turn if placed and rolled else CHANCE

    def _place(self, seat: int, number: int) -> None:
        digits = ARRANGEMENTS[number][1:]
        self._set_squares(seat, [HOMES[seat][digits.index(stone)] for stone in "123456"])

    def _set_squares(self, seat: int, squares: list[int]) -> None:
        self._rows[seat] = True
        self._masks[seat] = 0
        for stone, square in enumerate(squares):
            self._at[seat * 6 + stone] = square
            if square >= 0:
                self._board[square] = seat * 6 + stone
                self._masks[seat] |= 1 << stone

    def _set_row(self, seat: int, row: list[str | None] | str) -> None:
        """Restore one seat's stones from a document."""
        if row == "hidden" and seat == 0:
            self._hidden = True
        elif row != "unplaced":
            squares = [SQUARES.index(name) if name is not None else -1 for name in row]
            used = [square for square in squares if square >= 0]
            if len(squares) != 6 or len(set(used)) < len(used):
                raise ValueError(f"stones {row!r} are not six different squares or null")
            if any(self._board[square] >= 0 for square in used):
                raise ValueError("two stones on one square")
            self._set_squares(seat, squares)

    def _record(self, action: int) -> None:
        """Note an action; the guess of a hidden arrangement takes its hidden place."""
        if self._hidden and self._rows[1]:
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
        target = TARGETS[player][at][action % 3] if at >= 0 else -1
        if target < 0:
            return None
        mark = "-" if self._board[target] < 0 else "x"
        return f"{action // 3 + 1}{mark}{SQUARES[target]}"

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return `to_dict` as this seat may know it; None stands for a spectator.

        With `setup=chosen` only seat 0 sees its arrangement until seat 1 has made its own choice.
        In a state made of such a view, once seat 1 has chosen, seat 0's stones come as a chance
        outcome, all arrangements equally likely, which then takes its place in the history.
        """
        document = super().view(seat)
        secret = self._rules.setup == "chosen" and self._rows[0] and not self._rows[1]
        if secret and seat != 0:
            document["stones"][0] = "hidden"
            document["history"][0] = HIDDEN
        return document

    def _position(self) -> dict[str, Any]:
        rows: list[Any] = [self.stones(s) if self._rows[s] else "unplaced" for s in (0, 1)]
        if self._hidden:
            rows[0] = "hidden"
        return {"stones": rows, "turn": self._turn, "roll": self.roll()}

    def _explain(self) -> str:
        if self._reason == "forfeit":
            return super()._explain()
        winner = self._ranks.index(1)
        if self._reason == "corner":
            return f"Seat {winner} wins: it has reached {SQUARES[CORNERS[winner]]}."
        return f"Seat {winner} wins: seat {1 - winner} has no stone left."

    def __str__(self) -> str:
        lines = []
        for row in range(5):
            pieces = [self._symbol(self._board[row * 5 + column]) for column in range(5)]
            lines.append(f"{5 - row}  " + " ".join(pieces))
        lines += ["    a  b  c  d  e", self._who()]
        return "\n".join(line.rstrip() for line in lines)

    def _symbol(self, piece: int) -> str:
        return " ." if piece < 0 else f"{'+-'[piece // 6]}{piece % 6 + 1}"

    def _who(self) -> str:
        if self._player == TERMINAL:
            return self._explain()
        if not self._rows[0] or not self._rows[1]:
            return f"Seat {self._turn} to place its stones."
        die = f" with a {self._roll + 1}" if self._roll >= 0 else " (one stone, no roll)"
        todo = "roll" if self._player == CHANCE else f"move{die}"
        return f"Seat {self._turn} ({'+-'[self._turn]}) to {todo}."

    def paint(self, canvas: "Canvas") -> None:
        """Draw the board with a5 at the top left."""
        canvas.size(640, 548)
        canvas.grid((44, 16), 96, columns="abcde", rows="54321")
        for seat in (0, 1):
            for square in HOMES[seat]:
                x, y = _centre(square)
                canvas.rect(f"tint-{seat}", (x - 48, y - 48, 96, 96), look='fill-opacity="0.13"')
            goal = _centre(CORNERS[seat])
            look = 'stroke-width="4" stroke-dasharray="9 7"'
            canvas.circle(f"goal-{seat}", goal, 41, look=look)
        self._paint_last(canvas)
        self._paint_stones(canvas)
        rolls = self._player == CHANCE or self._roll >= 0
        if rolls and self._rows[0] and self._rows[1] and self._player != TERMINAL:
            corner = (557.0, 400.0 if self._turn else 84.0)
            canvas.die(corner, 60, face=self.roll(), seat=self._turn)

    def _paint_last(self, canvas: "Canvas") -> None:
        """Draw an arrow for the last move, also while the next throw lies there."""
        after: State = self
        before = self.previous()
        if before and before.is_chance_node():
            after, before = before, before.previous()
        if not isinstance(before, EinsteinState) or before._player < 0:
            return
        action = after.history()[-1]
        if action < MOVES:
            start = before._at[before._player * 6 + action // 3]
            x, y = _centre(start)
            to_x, to_y = _centre(TARGETS[before._player][start][action % 3])
            canvas.circle("last", (x, y), 14, look='stroke-width="4"')
            scale = 1 - 37 / hypot(to_x - x, to_y - y)
            canvas.arrow((x, y), (x + (to_x - x) * scale, y + (to_y - y) * scale))

    def _paint_stones(self, canvas: "Canvas") -> None:
        may = set()
        if self._player >= 0 and self._masks[self._player]:
            may = {self._player * 6 + action // 3 for action in self._legal()}
        for piece, square in enumerate(self._at):
            if square < 0:
                continue
            seat, stone = divmod(piece, 6)
            title = f"Stone {stone + 1} of seat {seat} on {SQUARES[square]}"
            with canvas.group("stone", f"stone-{seat}-{stone + 1}", title):
                canvas.stone(seat, _centre(square), 35, str(stone + 1))
                if piece in may:
                    canvas.circle("may", _centre(square), 40.5, look='stroke-width="4"')
        if self._hidden:
            for square in HOMES[0]:
                canvas.stone(0, _centre(square), 35, "?")


def _centre(square: int) -> tuple[float, float]:
    return 92 + 96 * (square % 5), 64 + 96 * (square // 5)
