"""Ashte Kashte. Rules: docs/33-ashte-kashte.md.

Actions 0 to 47 are the index on its seat's path that a single piece leaves, 0 for a piece that
enters; 48 + index is a double that moves as one; 96 is the pass. The throw that lies there says
how far. A throw's outcome is the number of marks, 0 to 4.
"""

# A state reads the protected fields of its own clones.
# ruff: noqa: SLF001

from typing import TYPE_CHECKING, Any, Final

from engine._ashte_kashte_board import (
    BITS,
    GOAL,
    NOTATION,
    PASS,
    PASSED,
    PATHS,
    PLACES,
    PROTECTED,
    SIDES,
    STARTS,
    STEPS,
    TARGETS,
    TEXTS,
)
from engine._ashte_kashte_picture import board_text, paint
from engine.game import Game
from engine.machine import i64
from engine.state import State
from engine.values import CHANCE, TERMINAL, integer

if TYPE_CHECKING:
    from engine.registry import GameInfo
    from engine.svg import Canvas

_WEIGHTS: Final = [(0, 1), (1, 4), (2, 6), (3, 4), (4, 1)]
_MARKS: Final = [0, 1, 2, 3, 4]
# The outcome by the highest four bits of a number, all of them equally likely.
_SIXTEENTHS: Final = [marks for marks, weight in _WEIGHTS for _ in range(weight)]
_NONE: Final[list[int]] = []


class AshteKashteGame(Game):
    """A variant of Ashte Kashte."""

    def __init__(self, info: "GameInfo", options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.seats: int = options["seats"]
        self.passing: bool = options["passing"]
        self.playing_out: bool = options["playout"]
        self.turn_limit: int = options["turn_limit"]
        # By seat: its side of the board and the tables of its path.
        self.edges: list[int] = SIDES[self.seats]
        self.paths: list[list[int]] = [PATHS[side] for side in self.edges]
        self.places: list[list[int]] = [PLACES[side] for side in self.edges]
        self.targets: list[list[list[int]]] = [TARGETS[side] for side in self.edges]
        self.passed: list[list[list[int]]] = [PASSED[side] for side in self.edges]

    def num_players(self) -> int:
        """Return the number of seats."""
        return self.seats

    def new_initial_state(self) -> "AshteKashteState":
        """Return the state at the start of the game."""
        return AshteKashteState(self, [0] * (4 * self.seats), [0] * (GOAL + 1))

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

    def _restore(self, document: dict[str, Any]) -> "AshteKashteState":
        state = self.new_initial_state()
        rows, gone = document["pieces"], [seat for _, seat in document["forfeits"]]
        if len(rows) != self.seats or any(len(row) != 4 for row in rows):
            raise ValueError(f"pieces must be {self.seats} lists of four")
        for seat, row in enumerate(rows):
            for number, index in enumerate(row):
                state._put(seat, number, 0 if index is None else integer(index, 1, GOAL))
        state._arrived = tuple(integer(seat, 0, self.seats - 1) for seat in document["arrived"])
        home = [seat for seat in range(self.seats) if rows[seat] == [GOAL] * 4]
        if sorted(state._arrived) != [seat for seat in home if seat not in gone]:
            raise ValueError("arrived must list the seats whose pieces are all home")
        state._playing = [int(seat not in {*home, *gone}) for seat in range(self.seats)]
        state._turn = integer(document["turn"], 0, self.seats - 1)
        state._throws = integer(document["throws"], 0, self.turn_limit)
        if document["throw"] is not None:
            state._steps = STEPS[STEPS.index(document["throw"])]
            state._moves = state._find_moves()
        state._check_player(document["player"])
        return state


class AshteKashteState(State):
    """A position of Ashte Kashte.

    `_at` has the index of each piece, four a seat: 0 off the board, 48 home. `_board` has what
    stands on each square: 0 for nothing, 1 + seat for a single, 5 + seat for a double, whose
    squares are bits of `_doubles`. `_moves` are the actions that the throw allows.
    """

    def __init__(self, rules: AshteKashteGame, at: list[int], board: list[int]) -> None:
        super().__init__(rules, CHANCE)
        self._rules = rules
        self._at = at
        self._board = board
        self._doubles = 0
        self._playing = [1] * rules.seats
        self._arrived: tuple[int, ...] = ()
        self._turn = 0
        self._steps = 0
        self._throws = 0
        self._moves: list[int] = _NONE

    def clone(self) -> "AshteKashteState":
        """Return a copy that shares nothing with this state that can change."""
        twin = AshteKashteState(self._rules, self._at[:], self._board[:])
        twin._player = self._player
        twin._doubles = self._doubles
        twin._playing = self._playing[:]
        twin._arrived = self._arrived
        twin._turn = self._turn
        twin._steps = self._steps
        twin._throws = self._throws
        twin._moves = self._moves
        twin._copy_past(self)
        return twin

    def pieces(self, seat: int) -> list[int | None]:
        """Return where a seat's pieces are on its path: None off the board, 48 home."""
        return [index or None for index in self._at[4 * seat : 4 * seat + 4]]

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

    def _sample(self, number: i64) -> i64:
        return _SIXTEENTHS[number >> 28]

    def _outcomes(self) -> list[int]:
        return _MARKS

    def _legal(self) -> list[int]:
        return self._moves

    def _advance(self, action: i64) -> None:
        if self._player != CHANCE:
            if action != PASS:
                self._move(action)
            if self._player != TERMINAL:
                self._end_throw()
            return
        self._steps = STEPS[action]
        self._throws += 1
        self._moves = self._find_moves()
        if self._moves:
            self._player = self._turn
        else:
            self._end_throw()

    def _find_moves(self) -> list[int]:
        """Return the sorted actions that the throw allows; none where the seat has to pass."""
        rules, seat, at, board = self._rules, self._turn, self._at, self._board
        targets = rules.targets[seat][self._steps]
        passed = rules.passed[seat][self._steps]
        doubles = self._doubles
        single, double = seat + 1, seat + 5
        moves: list[int] = []
        merging = True
        seen = 0
        for piece in range(4 * seat, 4 * seat + 4):
            index = at[piece]
            target = targets[index]
            if target < 0:
                continue
            there = board[target]
            if not seen & BITS[index]:
                seen |= BITS[index]
                free = there == 0 or (there < 5 and not PROTECTED[target])
                if free and not doubles & passed[index]:
                    moves.append(index)
                    merging = merging and there == single
            elif index and not PROTECTED[target] and there not in (single, double):
                # The second of two pieces on a square: they may also move together.
                moves.append(GOAL + index)
                merging = False
        moves.sort()
        if moves and (merging or rules.passing):
            moves.append(PASS)
        return moves

    def _move(self, action: int) -> None:
        """Move a single or a double, with what follows from where it lands."""
        seat, rules = self._turn, self._rules
        index = action if action < GOAL else action - GOAL
        goes = 5 + seat if action > GOAL else 1 + seat
        target = rules.targets[seat][self._steps][index]
        self._walk(index, index + self._steps, 2 if action > GOAL else 1)
        if index:
            self._leave(rules.paths[seat][index], goes)
        if target == GOAL:
            self._reach_goal()
            return
        there = self._board[target]
        if there == 1 + seat:
            goes = 5 + seat
        elif there:
            self._capture(target, there)
        self._board[target] = goes
        if goes > 4:
            self._doubles |= BITS[target]

    def _walk(self, index: int, to: int, count: int) -> None:
        """Move so many of the seat's pieces from one index to another, the lowest first."""
        at, piece = self._at, 4 * self._turn
        while count:
            if at[piece] == index:
                at[piece] = to
                count -= 1
            piece += 1

    def _leave(self, square: int, goes: int) -> None:
        """Take a single or a double off a square; a single may leave its partner behind."""
        board = self._board
        stays = 1 + self._turn if board[square] > goes else 0
        if board[square] > 4:
            self._doubles &= ~BITS[square]
        board[square] = stays

    def _capture(self, square: int, there: int) -> None:
        """Send what stands on a square back to where it came from."""
        owner = (there - 1) % 4
        index = self._rules.places[owner][square]
        at = self._at
        for piece in range(4 * owner, 4 * owner + 4):
            if at[piece] == index:
                at[piece] = 0

    def _reach_goal(self) -> None:
        """See whether the seat's last piece has come home, and what that decides."""
        seat = self._turn
        at, first = self._at, 4 * seat
        if at[first] + at[first + 1] + at[first + 2] + at[first + 3] < 4 * GOAL:
            return
        self._arrived += (seat,)
        self._playing[seat] = 0
        if not self._rules.playing_out or sum(self._playing) == 1:
            self._end("home")

    def _end_throw(self) -> None:
        """Go on to the next throw: the same seat's after a 4 or an 8."""
        again = self._steps >= 4 and self._playing[self._turn] == 1
        self._steps = 0
        self._moves = _NONE
        if self._throws >= self._rules.turn_limit:
            self._end("limit")
            return
        if not again:
            self._turn = self._next()
        self._player = CHANCE

    def _next(self) -> int:
        """Return the seat to the right that is still in the game."""
        playing = self._playing
        seat = (self._turn + 1) % len(playing)
        while not playing[seat]:
            seat = (seat + 1) % len(playing)
        return seat

    def _forfeit(self, seat: int) -> None:
        """Take the seat's pieces off the board; its throw lapses, the others play on."""
        for number in range(4):
            index = self._at[4 * seat + number]
            if 0 < index < GOAL:
                square = self._rules.paths[seat][index]
                self._at[4 * seat + number] = 0
                self._board[square] = 0
                self._doubles &= ~BITS[square]
        self._playing[seat] = 0
        self._arrived = tuple(other for other in self._arrived if other != seat)
        if sum(self._playing) == 1:
            self._end("forfeit")
        elif seat == self._turn:
            self._end_throw()
        elif self._steps:
            self._moves = self._find_moves()

    def _end(self, reason: str) -> None:
        """Finish the game: who is home, who is not, who gave up, the first of them last."""
        ranks = [len(self._arrived) + 1] * self._rules.seats
        for place, seat in enumerate(self._arrived):
            ranks[seat] = place + 1
        for place, seat in enumerate(self.forfeited()):
            ranks[seat] = self._rules.seats - place
        self._steps = 0
        self._moves = _NONE
        self._finish(reason, tuple(ranks))

    def _put(self, seat: int, number: int, index: int) -> None:
        """Place a piece of a document; raise ValueError where it cannot stand."""
        self._at[4 * seat + number] = index
        if not 0 < index < GOAL:
            return
        square = self._rules.paths[seat][index]
        there = self._board[square]
        if there not in (0, 1 + seat) or (there and index in STARTS):
            raise ValueError(f"seat {seat}'s piece on {index} has no room there")
        self._board[square] = 5 + seat if there else 1 + seat
        if there:
            self._doubles |= BITS[square]

    def _check_player(self, player: int) -> None:
        """Raise ValueError where a document's player is not the one that is due."""
        left = sum(self._playing)
        over = left < 2 or (bool(self._arrived) and not self._rules.playing_out)
        spent = self._throws == self._rules.turn_limit and not self._steps
        if over or spent:
            due = TERMINAL
        elif not self._playing[self._turn] or (self._steps and not self._moves):
            raise ValueError(f"seat {self._turn} cannot be at turn here")
        else:
            due = self._turn if self._steps else CHANCE
        if player != due or (self._steps and (over or not self._throws)):
            raise ValueError(f"player is {player!r} where {due} is due")

    def _notation(self, player: int, action: int) -> str | None:
        if player == CHANCE:
            return f"r{STEPS[action]}" if 0 <= action < 5 else None
        if not 0 <= player < self._rules.seats or not 0 <= action <= PASS:
            return None
        return TEXTS[self._steps][action] or None

    def _position(self) -> dict[str, Any]:
        return {
            "pieces": [self.pieces(seat) for seat in range(self._rules.seats)],
            "arrived": list(self._arrived),
            "turn": self._turn,
            "throw": self.steps(),
            "throws": self._throws,
        }

    def _explain(self) -> str:
        best = [seat for seat, rank in enumerate(self._ranks) if rank == 1]
        if self._reason == "limit":
            shared = [seat for seat in range(self._rules.seats) if self._playing[seat]]
            names = ", ".join(map(str, shared[:-1])) + f" and {shared[-1]}"
            rank = self._ranks[shared[0]]
            return f"{self._throws} throws are over: seats {names} share rank {rank}."
        if self._reason == "forfeit":
            last = self._playing.index(1)
            return f"Seat {last} is the last one left and takes rank {self._ranks[last]}."
        return f"Seat {best[0]} wins: its four pieces came home first."

    def __str__(self) -> str:
        return board_text(self)

    def paint(self, canvas: "Canvas") -> None:
        """Draw the board with a7 at the top left."""
        paint(self, canvas)
