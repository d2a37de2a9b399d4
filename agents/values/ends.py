"""Exact values of positions near the end of a game of two seats, worked out to the last action.

Solved are positions with few stones in EinStein, with few seeds in the pits in Kalah, and races in
Pachisi and Ashte Kashte in which the ways of the seats no longer meet. A position is worth the mean
over a throw, and what is best for the seat that acts.

Some throws change nothing, so positions can lead back to each other. The values of such a group
rise from the lowest possible ones until none changes. Rounded sums, means, maxima and minima never
fall when their parts rise. So the values end at one limit, to the last digit, whatever was worked
out before and in whatever order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine import Game, State, planes

MOST_VALUES = 100_000
"""The positions whose values are kept; with more, all are forgotten."""

STONES = 3
"""The most stones on the board at an end of EinStein."""

SEEDS = {"counterclockwise": 6, "cross": 4}
"""The most seeds in the pits at an end of Kalah, by how they are sown."""

STEPS = 20
"""The most steps that all pieces together have to go at an end of Pachisi."""

APART = 44
"""The index from which the ways of two seats of Ashte Kashte do not meet."""

LEAST_THROWS = 1000
LEAST_QUIET = 100
"""How far off the limits have to be of throws, and of quiet actions. Ends are solved without."""


class Way(NamedTuple):
    """What may follow on a position: its weight, the seat that chooses, and values or keys."""

    weight: int
    seat: int
    choices: list[float | bytes]


class Ends:
    """The solved ends of one variant; none without `solved`."""

    def __init__(self, game: Game, *, solved: bool = True) -> None:
        tests = _TESTS if solved and game.num_players() == 2 else {}
        self.covers: Callable[[Any], bool] = tests.get(game.id, _never)
        """Whether a position is one of these ends."""
        # Where sowing goes both ways, play may go round for ever. A value is exact if it is the
        # same whoever wins then.
        starts = (-1.0, 1.0) if game.options.get("sowing") == "cross" else (-1.0,)
        self._tables = [Table(start) for start in starts]

    def value(self, state: State) -> float | None:
        """Return what seat 0 expects at an end; None if a limit of quiet actions decides."""
        values = {table.value(state) for table in self._tables}
        return values.pop() if len(values) == 1 else None


class Table:
    """The values to seat 0 of all positions that have come up; `start` is their bound."""

    def __init__(self, start: float) -> None:
        self._start = start
        self._values: dict[bytes, float] = {}
        self._ways: dict[bytes, list[Way]] = {}
        self._path: list[bytes] = []
        self._numbers: dict[bytes, int] = {}

    def value(self, state: State) -> float:
        """Return the value of a position."""
        place = _place(state)
        if isinstance(place, float):
            return place
        if place not in self._values:
            if len(self._values) > MOST_VALUES:
                self._values.clear()
            self._visit(place, state)
            self._numbers.clear()
        return self._values[place]

    def _visit(self, place: bytes, state: State) -> int:
        """Work out a position; return the lowest number of those that it leads back to.

        R. Tarjan, "Depth-first search and linear graph algorithms", 1972.
        """
        number = lowest = self._numbers[place] = len(self._numbers)
        first = len(self._path)
        self._path.append(place)
        ways = self._ways[place] = []
        for weight, seat, children in _follow(state):
            choices = [_place(child) for child in children]
            ways.append(Way(weight, seat, choices))
            for choice, child in zip(choices, children, strict=True):
                if isinstance(choice, bytes) and choice not in self._values:
                    met = self._numbers.get(choice)
                    lowest = min(lowest, self._visit(choice, child) if met is None else met)
        if lowest == number:
            self._settle(self._path[first:][::-1])
            del self._path[first:]
        return lowest

    def _settle(self, group: list[bytes]) -> None:
        """Find the values of positions that lead to each other, and else to known values."""
        self._values.update(dict.fromkeys(group, self._start))
        changed = True
        while changed:
            changed = False
            for place in group:
                value = self._mean(self._ways[place])
                changed |= value != self._values[place]
                self._values[place] = value
        for place in group:
            del self._ways[place]

    def _mean(self, ways: list[Way]) -> float:
        total, weights = 0.0, 0
        for weight, seat, choices in ways:
            values = [self._values[end] if isinstance(end, bytes) else end for end in choices]
            total += weight * (min(values) if seat else max(values))
            weights += weight
        return total / weights


def _follow(state: State) -> list[tuple[int, int, list[State]]]:
    """Return for each throw its weight, the seat that acts then, and where that may lead."""
    if state.is_chance_node():
        throws = state.chance_weights()
        return [(weight, *_options(state.child(fallen))) for fallen, weight in throws]
    return [(1, *_options(state))]


def _options(state: State) -> tuple[int, list[State]]:
    if not state.is_player_node():
        return 0, [state]
    return state.current_player(), [state.child(action) for action in state.legal_actions()]


def _place(state: Any) -> float | bytes:
    """Return the value to seat 0 if it is certain, else a key that counts no throws."""
    if state.is_terminal():
        return float(state.returns()[0])
    game = state.get_game()
    if game.id == "einstein":
        return bytes(state.key())
    if game.id == "kalah" and (lead := _won(state)):
        return lead
    # An observation ends with how much of a limit is used up.
    return planes.observe(state, 0)[:-1]


def _won(state: Any) -> float:
    """Return the value to seat 0 of a position of Kalah in which a store has more than half."""
    own, other = state.store(0), state.store(1)
    left = sum(state.pits(0)) + sum(state.pits(1))
    return float((own > other + left) - (other > own + left))


def _few_stones(state: Any) -> bool:
    gone: int = state.stones(0).count(None) + state.stones(1).count(None)
    return 12 - STONES <= gone < 12


def _few_seeds(state: Any) -> bool:
    if _won(state):
        return True
    options = state.get_game().options
    seeds: int = sum(state.pits(0)) + sum(state.pits(1))
    if seeds > SEEDS[options["sowing"]]:
        return False
    return _left(state, options["quiet_limit"]) >= LEAST_QUIET


def _pachisi_race(state: Any) -> bool:
    """Whether few steps are left, and no piece has one of the other seat's before it."""
    options = state.get_game().options
    track: int = options["track"]
    rows: list[list[int]] = []
    left = STEPS
    for colour in range(4):
        rows.append(state.pieces(colour))
        left -= 4 * track + 10 - sum(rows[-1])
        if left < 0:
            return False
    squares: tuple[set[int], set[int]] = (set(), set())
    for colour, row in enumerate(rows):
        start = colour * track // 4 - 1
        squares[colour % 2].update((start + at) % track for at in range(min(row), track + 1))
    return not squares[0] & squares[1] and _left(state, options["turn_limit"]) >= LEAST_THROWS


def _ashte_kashte_race(state: Any) -> bool:
    if min(at or 0 for at in state.pieces(0) + state.pieces(1)) < APART:
        return False
    return _left(state, state.get_game().options["turn_limit"]) >= LEAST_THROWS


def _left(state: State, limit: int) -> int:
    """Return about how much of a limit is left; see `_place`."""
    return limit * (255 - planes.observe(state, 0)[-1]) // 255


def _never(_state: Any) -> bool:
    return False


_TESTS: dict[str, Callable[[Any], bool]] = {
    "einstein": _few_stones,
    "kalah": _few_seeds,
    "pachisi": _pachisi_race,
    "ashte-kashte": _ashte_kashte_race,
}
