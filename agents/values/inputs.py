"""What the network of a value function reads: observations, written as it learns from them best.

An observation is what `engine.planes.observe` gives for one seat. The inputs are multiples of
1/16, so that sums of them with the rounded weights of a network are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from agents.values.hits import PLACES, Hit, of_ashte_kashte, of_pachisi
from agents.values.plain import MOST_SEEDS, SLOW
from engine import planes

if TYPE_CHECKING:
    from engine import Game

Floats = NDArray[np.float32]
Inputs = Callable[[NDArray[np.uint8]], Floats]
"""Takes the observations of positions, of all seats in turn for each position."""


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
    places: int = game.options["track"] + 5
    table = _dense(of_pachisi(game), 4 * places)
    plain, seats = _plain(game), game.num_players()

    def inputs(rows: NDArray[np.uint8]) -> Floats:
        numbers = plain(rows)
        pieces = numbers[::seats, : len(table)]
        hit = _turned_to_seats(pieces * (pieces @ table) / 4, seats, 4)
        return np.concatenate([numbers, hit], 1, dtype=np.float32)

    return inputs


def _dense(hits: Iterable[Hit], size: int) -> Floats:
    """Return the weights of hits by hunter and prey."""
    table = np.zeros((size, size), np.float32)
    for hit in hits:
        table[hit.hunter, hit.prey] = hit.weight
    return table


def _turned_to_seats(hits: NDArray[Any], seats: int, colours: int) -> Floats:
    """Return what seat 0 sees by colour as each seat sees it: its own colour first."""
    blocks = hits.reshape(len(hits), colours, -1)
    turned = [np.roll(blocks, -seat, axis=1).reshape(len(hits), -1) for seat in range(seats)]
    return np.stack(turned, axis=1).reshape(len(hits) * seats, -1)


def _ashte_kashte(game: Game) -> Inputs:
    """The same for singles and for doubles, and where doubles stand."""
    seats = game.num_players()
    table = _dense(of_ashte_kashte(game), seats * PLACES)
    plain = _plain(game)

    def inputs(rows: NDArray[np.uint8]) -> Floats:
        numbers = plain(rows)
        pieces = numbers[::seats, : len(table)]
        doubles = (pieces == 2).astype(np.float32)
        by_all, by_doubles = pieces @ table / 16, doubles @ table / 16
        more = (doubles, (pieces == 1) * by_all, doubles * by_doubles)
        turned = [_turned_to_seats(by_colour, seats, seats) for by_colour in more]
        return np.concatenate([numbers, *turned], 1, dtype=np.float32)

    return inputs
