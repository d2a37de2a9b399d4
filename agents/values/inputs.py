"""What the network of a value function reads: observations, written as it learns from them best.

An observation is what `engine.planes.observe` gives for one seat. The inputs are multiples of
1/16, so that sums of them with the rounded weights of a network are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine import planes

if TYPE_CHECKING:
    from engine import Game

Floats = NDArray[np.float32]
Inputs = Callable[[NDArray[np.uint8]], Floats]
"""Takes the observations of positions, of all seats in turn for each position."""

MOST_SEEDS = 15
"""Pits with more seeds than this differ by the number alone."""

SLOW = {"throws": 1 / 16, "quiet": 1 / 16, "captured": 1 / 8}
"""The factors of parts with large numbers."""

STEPS = {1: 4, 2: 6, 3: 4, 4: 1, 8: 1}
"""The throws of Ashte Kashte, and of 16 how often each falls."""

RINGS = ((0, 24), (24, 16), (40, 8))
SAFE = (0, 6, 12, 18)


def inputs_of(game: Game) -> Inputs:
    """Return the function from observations (one a row) to inputs (one row each)."""
    own = {"kalah": _seeds, "pachisi": _pachisi, "ashte-kashte": _ashte_kashte}
    return own.get(game.id, _plain)(game)


def _plain(game: Game) -> Inputs:
    """Observations as they are; large numbers made smaller."""
    scale = np.concatenate(
        [
            np.full(prod(part.shape), SLOW.get(part.name, 1.0), np.float32)
            for part in planes.parts(game)
        ]
    )
    large = np.flatnonzero(scale != 1)

    def inputs(rows: NDArray[np.uint8]) -> Floats:
        numbers = rows.astype(np.float32)
        numbers[:, large] = np.floor(numbers[:, large] * scale[large] * 8) / 8
        return numbers

    return inputs


def _seeds(game: Game) -> Inputs:
    """For each pit and store one input for each number of seeds that it reaches."""
    places = 2 * planes.parts(game)[0].shape[0]
    levels = np.arange(1, MOST_SEEDS + 1, dtype=np.uint8)

    def inputs(rows: NDArray[np.uint8]) -> Floats:
        seeds = rows[:, :places]
        reached = (seeds[:, :, None] >= levels).reshape(len(rows), -1)
        rest = np.floor(rows[:, -1:] / 16)
        return np.concatenate([reached, seeds / 8, rows[:, places:-1], rest], 1, dtype=np.float32)

    return inputs


def _pachisi(game: Game) -> Inputs:
    """The observation, and for each place the pieces there that rivals could capture at once."""
    track: int = game.options["track"]
    colours = range(4)
    shared = game.options["mode"] != "single"
    rivals = {(a, b) for a in colours for b in colours if (a - b) % (2 if shared else 4)}
    hits = np.zeros((4, track + 5, 4, track + 5), np.float32)
    for prey, hunter in rivals:
        for at in range(1, track + 1):
            square = (prey * track // 4 + at - 1 - hunter * track // 4) % track + 1
            sources = [0] if square == 1 else range(max(square - 6, 1), square)
            hits[hunter, list(sources), prey, at] = 1
    plain, table, seats = _plain(game), hits.reshape(4 * (track + 5), -1), game.num_players()

    def inputs(rows: NDArray[np.uint8]) -> Floats:
        numbers = plain(rows)
        pieces = numbers[::seats, : len(table)]
        hit = _turned_to_seats(pieces * (pieces @ table) / 4, seats, 4)
        return np.concatenate([numbers, hit], 1, dtype=np.float32)

    return inputs


def _turned_to_seats(hits: NDArray[Any], seats: int, colours: int) -> Floats:
    """Return what seat 0 sees by colour as each seat sees it: its own colour first."""
    blocks = hits.reshape(len(hits), colours, -1)
    turned = [np.roll(blocks, -seat, axis=1).reshape(len(hits), -1) for seat in range(seats)]
    return np.stack(turned, axis=1).reshape(len(hits) * seats, -1)


def _ashte_kashte(game: Game) -> Inputs:
    """The same for singles and for doubles, and where doubles stand."""
    seats = game.num_players()
    if seats == 3:
        raise ValueError("no value function is kept for three seats")
    quarters = 4 // seats
    hits = np.zeros((seats, 49, seats, 49), np.float32)
    for prey in range(seats):
        for hunter in range(seats):
            for at in (at for at in range(1, 48) if at not in SAFE and prey != hunter):
                square = _turned(at, (prey - hunter) * quarters)
                for steps, chance in STEPS.items():
                    if square >= steps:
                        hits[hunter, square - steps, prey, at] = chance
    plain, table = _plain(game), hits.reshape(seats * 49, -1)

    def inputs(rows: NDArray[np.uint8]) -> Floats:
        numbers = plain(rows)
        pieces = numbers[::seats, : len(table)]
        doubles = (pieces == 2).astype(np.float32)
        by_all, by_doubles = pieces @ table / 16, doubles @ table / 16
        more = (doubles, (pieces == 1) * by_all, doubles * by_doubles)
        turned = [_turned_to_seats(by_colour, seats, seats) for by_colour in more]
        return np.concatenate([numbers, *turned], 1, dtype=np.float32)

    return inputs


def _turned(place: int, quarters: int) -> int:
    """Return the place of a square on the path of a seat that sits some quarters back."""
    first, length = next(ring for ring in RINGS if place < sum(ring))
    return first + (place - first + quarters * length // 4) % length
