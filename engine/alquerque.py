"""Alquerque grande. Rules: docs/34-alquerque.md.

A seat's stones are a number with the bits of their points set (engine/_alquerque_lines.py, which
also says how actions are numbered: a whole turn, with all its jumps and its lost stone, is one).
"""

# A state reads the protected fields of its own clones.
# ruff: noqa: SLF001

from typing import TYPE_CHECKING, Any, Final

from engine._alquerque_lines import (
    ACTIONS,
    ALL,
    BITS,
    FROM,
    POINTS,
    STEPS,
    TO,
    action_of,
    bits_of,
    move_of,
    points_of,
    turned,
)
from engine._alquerque_moves import (
    actions_of,
    can_step,
    is_capture,
    is_step,
    jumpers_of,
    jumps_of,
    loses_rightly,
    movers_of,
)
from engine._alquerque_picture import board_text, ending, paint
from engine.errors import InvalidNotation
from engine.game import Game
from engine.machine import i64
from engine.state import State
from engine.values import TERMINAL, integer

if TYPE_CHECKING:
    from engine.registry import GameInfo
    from engine.svg import Canvas

# White's stones at the start. The other sides stand as White does, turned.
_TRIANGLES: Final = "b1 c1 d1 e1 f1 g1 c2 d2 e2 f2 d3 e3"
_BLOCKS: Final = "d1 e1 f1 g1 d2 e2 f2 g2 d3 e3 f3 g3"
_TWO: Final = "a1 b1 c1 d1 e1 f1 g1 a2 b2 c2 d2 e2 f2 g2 a3 b3 c3 d3 e3 f3 g3 e4 f4 g4"


class AlquerqueGame(Game):
    """A variant of Alquerque grande."""

    def __init__(self, info: "GameInfo", options: dict[str, Any], variant: str) -> None:
        super().__init__(info, options, variant)
        self.seats: int = 2 if options["mode"] == "two" else 4
        self.teams: bool = options["mode"] == "teams"
        self.slow: bool = options["mode"] == "single" and options["ending"] == "slow"
        self.quick: bool = options["mode"] == "single" and options["ending"] == "quick"
        self.forced: bool = options["capture"] == "forced"
        self.quiet_limit: int = options["quiet_limit"]
        self.start: list[int] = self._start(options["layout"])

    def _start(self, layout: str) -> list[int]:
        names = _TWO if self.seats == 2 else _BLOCKS if layout == "blocks" else _TRIANGLES
        sides = [bits_of(names.split())]
        for _ in range(3):
            sides.append(turned(sides[-1]))
        return sides[:: 4 // self.seats]

    def new_initial_state(self) -> "AlquerqueState":
        """Return the state at the start of the game."""
        return AlquerqueState(self, self.start[:])

    def num_players(self) -> int:
        """Return 2 with mode=two, else 4."""
        return self.seats

    def sides(self) -> list[int]:
        """Return each seat's side; with mode=teams that of seats 0 and 2, or of 1 and 3."""
        return [seat % 2 for seat in range(4)] if self.teams else list(range(self.seats))

    def num_distinct_actions(self) -> int:
        """Return 2**63 - 1: ids number every capture that the lines allow, however long."""
        return ACTIONS

    def max_game_length(self) -> int:
        """Return the quiet limit for each stone that can leave the board, and once for the end."""
        return 48 * self.quiet_limit

    def is_notation(self, text: str) -> bool:
        """Tell whether a text is a step or a capture; none loses a stone with capture=forced."""
        return action_of(text) >= 0 and not (self.forced and "!" in text)

    def _restore(self, document: dict[str, Any]) -> "AlquerqueState":
        state = AlquerqueState(self, [bits_of(row) for row in document["stones"]])
        state._restore_position(document)
        return state


class AlquerqueState(State):
    """A position of Alquerque grande.

    `_stones` has each seat's points as bits and `_captured` how many stones it has captured.
    `_barred` is the step (its number, divided by 50) back to where its last step came from, -1
    for none. `_places` are the places of seats that have left a slow game, 0 for seats still in;
    `_absent` tells which seats of teams have forfeited.
    """

    def __init__(self, rules: AlquerqueGame, stones: list[int]) -> None:
        super().__init__(rules, 0)
        self._rules = rules
        self._stones = stones
        self._captured = [0] * rules.seats
        self._barred = [-1] * rules.seats
        self._places = [0] * rules.seats
        self._absent = [False] * rules.seats
        self._quiet = 0
        self._known: list[int] = []

    def clone(self) -> "AlquerqueState":
        """Return a copy that shares nothing with this state that can change."""
        twin = AlquerqueState(self._rules, self._stones[:])
        twin._player = self._player
        twin._captured = self._captured[:]
        twin._barred = self._barred[:]
        twin._places = self._places[:]
        twin._absent = self._absent[:]
        twin._quiet = self._quiet
        twin._known = self._known
        twin._copy_past(self)
        return twin

    def stones(self, seat: int) -> list[str]:
        """Return the points of a seat's stones, rank by rank from a1."""
        return [name for point, name in enumerate(POINTS) if self._stones[seat] & BITS[point]]

    def captured(self, seat: int) -> int:
        """Return how many stones a seat has captured."""
        return self._captured[seat]

    # What a seat can do.

    def _foes(self, seat: int) -> int:
        """Return the points of the stones that a seat may jump over."""
        stones = self._stones
        if len(stones) == 2:
            return stones[1 - seat]
        neighbours = stones[(seat + 1) % 4] | stones[(seat + 3) % 4]
        return neighbours if self._rules.teams else neighbours | stones[(seat + 2) % 4]

    def _empty(self) -> int:
        occupied = 0
        for stones in self._stones:
            occupied |= stones
        return ALL ^ occupied

    def _sight(self) -> tuple[int, int, int]:
        """Return what the seat to act sees: its own stones, those it may jump over, no stones."""
        return self._stones[self._player], self._foes(self._player), self._empty()

    def _can_move(self, seat: int) -> bool:
        own, empty = self._stones[seat], self._empty()
        if can_step(own, empty, self._barred[seat]):
            return True
        return jumpers_of(own, self._foes(seat), empty) != 0

    def _legal(self) -> list[int]:
        if not self._known:
            self._known = self._actions(ACTIONS)
        return self._known

    def _actions(self, most: int) -> list[int]:
        """Return the sorted actions; where there are captures, of those no more than `most`."""
        own, foes, empty = self._sight()
        barred, forced = self._barred[self._player], self._rules.forced
        return actions_of(own, foes, empty, barred, forced=forced, most=most)

    def _is_legal(self, action: int) -> bool:
        if self._player == TERMINAL or not 0 <= action < ACTIONS:
            return False
        if self._known:
            return action in self._known
        own, foes, empty = self._sight()
        forced = self._rules.forced
        if action >= STEPS:
            return is_capture(action, own, foes, empty, forced=forced)
        if not is_step(action, own, empty, self._barred[self._player]):
            return False
        return loses_rightly(action, jumpers_of(own, foes, empty), forced=forced)

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

    def _examples(self) -> list[int]:
        return self._known if self._known else self._actions(40)

    def movable(self) -> list[str]:
        """Return the points of the stones that the seat to act can move; none at the end."""
        if self._player == TERMINAL:
            return []
        own, foes, empty = self._sight()
        barred, forced = self._barred[self._player], self._rules.forced
        return [POINTS[p] for p in movers_of(own, foes, empty, barred, forced=forced)]

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
        self._begin((seat + 1) % self._rules.seats)

    def _step(self, seat: int, action: int) -> None:
        line = action // 50
        lost = action % 50 - 1
        way = line // 49
        self._barred[seat] = line - 49 if way % 2 else line + 49
        stones = self._stones[seat] ^ BITS[FROM[line]] ^ BITS[TO[line]]
        if lost >= 0:
            stones ^= BITS[lost]
            self._quiet = 0
        else:
            self._quiet += 1
        self._stones[seat] = stones

    def _capture(self, seat: int, action: int) -> None:
        start, end, gone, count = jumps_of(action)
        for other in range(len(self._stones)):
            self._stones[other] &= ~gone
        self._stones[seat] ^= BITS[start]
        if end >= 0:
            self._stones[seat] |= BITS[end]
        self._captured[seat] += count
        self._barred[seat] = -1
        self._quiet = 0

    def _begin(self, seat: int) -> None:
        """Give the turn to a seat, or to the first one after it that can move."""
        self._known = []
        while self._absent[seat] or not self._can_move(seat):
            if self._stuck(seat):
                return
            seat = (seat + 1) % self._rules.seats
        self._player = seat

    def _stuck(self, seat: int) -> bool:
        """Judge a seat that cannot move at its turn; tell whether that ends the game."""
        rules = self._rules
        if rules.slow:
            return self._places[seat] == 0 and self._leave([seat], "stuck")
        partner = (seat + 2) % 4
        if rules.teams and not self._absent[partner] and self._can_move(partner):
            self._barred[seat] = -1
            return False
        self._lose([seat], "stuck")
        return True

    def _bare(self) -> bool:
        """Judge the seats that have just lost their last stone; tell whether that ends the game."""
        stones = self._stones
        if self._rules.teams:
            bare = [seat for seat in (0, 1) if not stones[seat] | stones[seat + 2]]
        else:
            bare = [s for s in range(len(stones)) if not stones[s] and not self._places[s]]
        if not bare:
            return False
        if self._rules.slow:
            return self._leave(bare, "bare")
        self._lose(bare, "bare")
        return True

    # Results.

    def _lose(self, losers: list[int], reason: str) -> None:
        """End the game: these seats have lost, or their team."""
        if self._rules.quick:
            self._finish(reason, self._quick_ranks(losers))
        elif self._rules.teams:
            self._finish(reason, (3, 1, 3, 1) if losers[0] % 2 == 0 else (1, 3, 1, 3))
        else:
            self._finish(reason, (2, 1) if losers[0] == 0 else (1, 2))

    def _quick_ranks(self, losers: list[int]) -> tuple[int, ...]:
        """Rank by captured stones, then by stones on the board; the losers are last."""
        counts = [len(points_of(stones)) for stones in self._stones]
        scores = list(zip(self._captured, counts, strict=True))
        for seat in losers:
            scores[seat] = (-1, 0)
        return tuple([1 + sum([other > score for other in scores]) for score in scores])

    def _leave(self, seats: list[int], reason: str) -> bool:
        """Take seats out of a slow game; tell whether only one is left."""
        left = self._places.count(0) - len(seats)
        for seat in seats:
            self._places[seat] = left + 1
            self._stones[seat] = 0
        if left == 1:
            self._finish(reason, self._slow_ranks())
        return left == 1

    def _slow_ranks(self) -> tuple[int, ...]:
        """Rank seats still in before those out, the last one out first; forfeits come last."""
        places = [max(1, place) for place in self._places]
        for ply, seat in enumerate(self.forfeited()):
            places[seat] = 10 - ply
        return tuple([1 + sum([other < place for other in places]) for place in places])

    def _end_quietly(self) -> None:
        if self._rules.slow:
            self._finish("quiet", self._slow_ranks())
        elif self._rules.quick:
            self._finish("quiet", self._quick_ranks([]))
        else:
            self._finish("quiet", (1,) * self._rules.seats)

    def _forfeit(self, seat: int) -> None:
        if self._rules.slow:
            if self._places[seat] == 0 and not self._leave([seat], "forfeit"):
                self._begin(self._player)
        elif self._rules.teams and (seat + 2) % 4 not in self.forfeited():
            self._absent[seat] = True
            if seat == self._player:
                self._begin(seat)
        else:
            self._lose([seat], "forfeit")

    def _explain(self) -> str:
        return ending(self, self._reason)

    # Notation, documents, pictures.

    def _notation(self, player: int, action: int) -> str | None:
        move = move_of(action) if 0 <= player < self._rules.seats else None
        if move is None or (self._rules.forced and move.lost >= 0):
            return None
        return str(move)

    def _position(self) -> dict[str, Any]:
        return {
            "stones": [self.stones(seat) for seat in range(self._rules.seats)],
            "captured": self._captured[:],
            "barred": [str(move_of(50 * step)) if step >= 0 else None for step in self._barred],
            "places": self._places[:],
            "quiet": self._quiet,
        }

    def _restore_position(self, document: dict[str, Any]) -> None:
        rules = self._rules
        for key in ("stones", "captured", "barred", "places"):
            if len(document[key]) != rules.seats:
                raise ValueError(f"{key} must have an entry for each of {rules.seats} seats")
        if sum(self._stones) != ALL ^ self._empty():
            raise ValueError("two stones on one point")
        self._captured = [integer(count, 0, 48) for count in document["captured"]]
        self._places = [integer(place, 0, 4) for place in document["places"]]
        self._barred = [_barred_step(text) for text in document["barred"]]
        self._quiet = integer(document["quiet"], 0, rules.quiet_limit)
        for _, seat in document["forfeits"]:
            self._absent[seat] = rules.teams
        player = integer(document["player"], TERMINAL, rules.seats - 1)
        if player != TERMINAL and (self._absent[player] or not self._can_move(player)):
            raise ValueError(f"player is {player}, who cannot move")

    def __str__(self) -> str:
        return board_text(self)

    def paint(self, canvas: "Canvas") -> None:
        """Draw the board with seat 0 below."""
        paint(self, canvas)


def _barred_step(text: str | None) -> int:
    """Return the step that a document bars, divided by 50; -1 for none."""
    if text is None:
        return -1
    action = action_of(text)
    if not 0 <= action < STEPS or action % 50:
        raise ValueError(f"{text!r} is no step")
    return action // 50
