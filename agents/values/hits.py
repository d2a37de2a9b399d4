"""Which pieces could capture which at once, for what the networks of value functions read.

A hit has the index of a prey, that of a hunter, and a weight. An index is `seat or colour * places
+ place`, as in the first part of an observation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine import Game

PLACES = 49
"""The places of a piece of Ashte Kashte."""

_STEPS = {1: 4, 2: 6, 3: 4, 4: 1, 8: 1}
"""The throws of Ashte Kashte, and of 16 how often each falls."""

_RINGS = ((0, 24), (24, 16), (40, 8))
_SAFE = (0, 6, 12, 18)


class Hit(NamedTuple):
    """A prey and a hunter by their indices, and how likely the throw is, or 1."""

    prey: int
    hunter: int
    weight: int


def of_pachisi(game: Game) -> Iterator[Hit]:
    """Yield the hits of Pachisi."""
    track: int = game.options["track"]
    colours, apart = range(4), 4 if game.options["mode"] == "single" else 2
    rivals = [(a, b) for a in colours for b in colours if (a - b) % apart]
    for prey, hunter in rivals:
        for at in range(1, track + 1):
            square = (prey * track // 4 + at - 1 - hunter * track // 4) % track + 1
            for source in [0] if square == 1 else range(max(square - 6, 1), square):
                yield Hit(prey * (track + 5) + at, hunter * (track + 5) + source, 1)


def of_ashte_kashte(game: Game) -> Iterator[Hit]:
    """Yield the hits of Ashte Kashte. Raises ValueError for three seats."""
    seats = game.num_players()
    if seats == 3:
        raise ValueError("no value function is kept for three seats")
    rivals = [(a, b) for a in range(seats) for b in range(seats) if a != b]
    for prey, hunter in rivals:
        for at in (at for at in range(1, PLACES - 1) if at not in _SAFE):
            square = _turned(at, (prey - hunter) * (4 // seats))
            for steps, chance in _STEPS.items():
                if square >= steps:
                    yield Hit(prey * PLACES + at, hunter * PLACES + square - steps, chance)


def _turned(place: int, quarters: int) -> int:
    """Return the place of a square on the path of a seat that sits some quarters back."""
    first, length = next(ring for ring in _RINGS if place < sum(ring))
    return first + (place - first + quarters * length // 4) % length
