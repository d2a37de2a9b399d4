"""Value functions without numpy, for browsers: one position after the other, by plain Python.

The values are those of `function`, to the last digit: inputs and weights are such that all sums are
exact. An observation has few numbers that are not zero, so few rows of the first layer count.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import floor, prod, tanh

from agents.values.ends import Ends
from agents.values.hits import PLACES, Hit, of_ashte_kashte, of_pachisi
from engine import Game, State, planes

UNIT = 1024
"""Finished weights are multiples of 1/1024."""

DIGITS = 6
"""The decimals to which values are rounded."""

MOST_SEEDS = 15
"""Pits with more seeds than this differ by the number alone."""

SLOW = {"throws": 1 / 16, "quiet": 1 / 16, "captured": 1 / 8}
"""The factors of parts with large numbers."""

Inputs = dict[int, float]
"""What the network reads of a position for one seat: numbers by index, without zeros."""

Reader = Callable[[Sequence[bytes]], list[Inputs]]
"""Takes the observations of all seats of a position."""


class PlainFunction:
    """A value function of a variant, from the file of its weights."""

    def __init__(self, game: Game, content: bytes) -> None:
        head, _, rest = content.partition(b"\n")
        numbers = iter([n / UNIT for n in struct.unpack(f"<{len(rest) // 2}h", rest)])
        layers = [
            [list(islice(numbers, shape[-1])) for _ in range(prod(shape[:-1]))]
            for shape in json.loads(head)["shapes"]
        ]
        self._first, (self._offset,), self._second, (self._shift,), last = layers
        self._last = [row[0] for row in last]
        self._game, self._sides, self._ends = game, game.sides(), Ends(game)
        self._read = reader_of(game)

    def looks_at(self, state: State) -> bool:
        """Whether the network says what this position is worth, and not a choice that follows."""
        return (
            not self._game.info.has_chance or not state.is_player_node() or self._ends.covers(state)
        )

    def value(self, state: State) -> list[float]:
        """Return the expected return of each seat."""
        by_side = self._exact(state) or self._looked(state)
        return [by_side[side] for side in self._sides]

    def _exact(self, state: State) -> list[float] | None:
        if state.is_terminal():
            returns = state.returns()
            return [returns[self._sides.index(side)] for side in range(max(self._sides) + 1)]
        value = self._ends.value(state) if self._ends.covers(state) else None
        return None if value is None else [round(value, DIGITS), -round(value, DIGITS)]

    def _looked(self, state: State) -> list[float]:
        strengths = [0.0] * (max(self._sides) + 1)
        seen = [planes.observe(state, seat) for seat in range(len(self._sides))]
        for side, inputs in zip(self._sides, self._read(seen), strict=True):
            strengths[side] += self._strength(inputs)
        others = len(strengths) - 1
        pairs = [[tanh((own - other) / 2) for other in strengths] for own in strengths]
        return [round(sum(row) / others * 10**DIGITS) / 10**DIGITS for row in pairs]

    def _strength(self, inputs: Inputs) -> float:
        hidden = _added(self._offset, self._first, inputs.items())
        active = ((unit, value) for unit, value in enumerate(hidden) if value > 0)
        upper = _added(self._shift, self._second, active)
        shares = [floor(max(value, 0) * UNIT) / UNIT for value in upper]
        return float(sum(share * last for share, last in zip(shares, self._last, strict=True)))


def _added(
    start: list[float], rows: list[list[float]], inputs: Iterable[tuple[int, float]]
) -> list[float]:
    """Return the sums of a layer's units."""
    sums = start
    for index, value in inputs:
        sums = [total + value * weight for total, weight in zip(sums, rows[index], strict=True)]
    return sums


def reader_of(game: Game) -> Reader:
    """Return the function from observations to inputs, as `inputs.inputs_of` does."""
    own = {"kalah": _seeds, "pachisi": _pachisi, "ashte-kashte": _ashte_kashte}
    return own.get(game.id, _plain)(game)


def _plain(game: Game) -> Reader:
    """Observations as they are; large numbers made smaller."""
    scale = [SLOW.get(part.name, 1) for part in planes.parts(game) for _ in range(prod(part.shape))]

    def read(rows: Sequence[bytes]) -> list[Inputs]:
        return [
            {
                index: number if factor == 1 else floor(number * factor * 8) / 8
                for index, (number, factor) in enumerate(zip(row, scale, strict=True))
                if number
            }
            for row in rows
        ]

    return read


def _seeds(game: Game) -> Reader:
    """For each pit and store one input for each number of seeds that it reaches."""
    places = 2 * planes.parts(game)[0].shape[0]
    first = places * MOST_SEEDS

    def read(rows: Sequence[bytes]) -> list[Inputs]:
        return [_seeds_of(row, places, first) for row in rows]

    return read


def _seeds_of(row: bytes, places: int, first: int) -> Inputs:
    levels = {
        place * MOST_SEEDS + level: 1.0
        for place in range(places)
        for level in range(min(row[place], MOST_SEEDS))
    }
    numbers = [seeds / 8 for seeds in row[:places]] + list(row[places:-1]) + [row[-1] // 16]
    return levels | {first + index: number for index, number in enumerate(numbers) if number}


def _pachisi(game: Game) -> Reader:
    """The observation, and for each place the pieces there that rivals could capture at once."""
    places: int = game.options["track"] + 5
    hits, plain, size = list(of_pachisi(game)), _plain(game), planes.size(game)

    def read(rows: Sequence[bytes]) -> list[Inputs]:
        pieces = rows[0][: 4 * places]
        threats = _threats(hits, pieces)
        hit = {prey: pieces[prey] * threat / 4 for prey, threat in threats.items()}
        return _with(plain(rows), size, [hit], colours=4, places=places)

    return read


def _ashte_kashte(game: Game) -> Reader:
    """The same for singles and for doubles, and where doubles stand."""
    seats = game.num_players()
    hits, plain, size = list(of_ashte_kashte(game)), _plain(game), planes.size(game)

    def read(rows: Sequence[bytes]) -> list[Inputs]:
        pieces = rows[0][: seats * PLACES]
        doubles = bytes(count == 2 for count in pieces)
        by_all, by_doubles = _threats(hits, pieces), _threats(hits, doubles)
        more: list[Inputs] = [
            {place: 1.0 for place, count in enumerate(doubles) if count},
            {prey: threat / 16 for prey, threat in by_all.items() if pieces[prey] == 1},
            {prey: threat / 16 for prey, threat in by_doubles.items() if doubles[prey]},
        ]
        return _with(plain(rows), size, more, colours=seats, places=PLACES)

    return read


def _threats(hits: Iterable[Hit], pieces: bytes) -> Inputs:
    """Return the weights of the pieces that threaten each place with a piece."""
    threats: Inputs = {}
    for prey, hunter, weight in hits:
        if pieces[prey] and pieces[hunter]:
            threats[prey] = threats.get(prey, 0) + pieces[hunter] * weight
    return threats


def _with(
    rows: list[Inputs], size: int, blocks: Sequence[Inputs], *, colours: int, places: int
) -> list[Inputs]:
    """Add further blocks, which seat 0 sees by colour, as each seat sees them: its own first."""
    for seat, row in enumerate(rows):
        for number, block in enumerate(blocks):
            first = size + number * colours * places
            for index, value in block.items():
                colour, place = divmod(index, places)
                row[first + (colour - seat) % colours * places + place] = value
    return rows
