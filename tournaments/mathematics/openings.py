"""The opening of a block: new to its entrants, as long as new ones exist."""

from collections.abc import Collection

import engine
from engine.openings import MOST, draw


def due(
    game: engine.Game, seed: bytes, *, actions: int, taken: Collection[tuple[str, ...]]
) -> tuple[str, ...]:
    """The opening that follows from a match's seed and the earlier ones of the same entrants.

    It has `actions` actions, or as many more as it takes: where few can be chosen from, as in
    Alquerque for four with the quick end, four actions make but eight openings. Empty where not
    even `MOST` make a new one.
    """
    drawn = (draw(game, seed, actions=count, taken=taken) for count in range(actions, MOST + 1))
    return next(filter(None, drawn), ())
