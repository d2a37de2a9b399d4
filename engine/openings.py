"""Openings for games without dice, where equal bots would play the same game again.

The first block of a pairing starts from the beginning. Every further one starts after a few random
actions, the same in each seat order, so that neither side has an advantage that the other does
not get as well. An opening is kept only if it is new to the pairing, if the game is not over
after it, and if players that choose at random still win about as often from either seat.

Everything follows from the match's seed: sha256 over "kauri-opening-1:SEED:TRY" seeds Python's
generator, which chooses among the legal actions. So an opening can be checked like a throw once the
seed is revealed: `python -m engine opening` does it.
"""

import hashlib
import random
from collections.abc import Collection
from typing import Final

from engine.game import Game
from engine.state import State

ACTIONS: Final = 4
"""The default number of random actions of an opening."""

MOST: Final = 20
"""Actions that an opening may have."""

TRIES: Final = 200
"""The number of tries, after which the most balanced new one is taken."""

PLAYOUTS: Final = 100
"""The number of random games from which an opening's balance is estimated."""

UNEVEN: Final = 0.5
"""The mean return of a seat from which an opening counts as decided."""


def draw(
    game: Game, seed: bytes, *, actions: int, taken: Collection[tuple[str, ...]]
) -> tuple[str, ...]:
    """An opening of `actions` actions, in notation, that is not among those `taken`.

    Where no balanced one is found in `TRIES` tries it is the most balanced one of them, and where
    none is new an empty one. Raises ValueError for a game with dice: every game has its own, and
    what is allowed after a throw in one need not be in another.
    """
    if game.info.has_chance:
        raise ValueError(f"{game.name} is played with dice: only games without have openings")
    best: tuple[float, tuple[str, ...]] = (2.0, ())
    for number in range(TRIES):
        opening, state = _random(game, seed, number, actions)
        if opening in taken or state.is_terminal():
            continue
        imbalance = _imbalance(state)
        if imbalance < UNEVEN:
            return opening
        best = min(best, (imbalance, opening))
    return best[1]


def _random(game: Game, seed: bytes, number: int, actions: int) -> tuple[tuple[str, ...], State]:
    key = hashlib.sha256(f"kauri-opening-1:{seed.hex()}:{number}".encode()).digest()
    chooser = random.Random(key)  # noqa: S311
    state, opening = game.new_initial_state(), list[str]()
    while len(opening) < actions and not state.is_terminal():
        action = chooser.choice(state.legal_actions())
        opening.append(state.action_to_string(action))
        state.apply_action(action)
    return tuple(opening), state


def _imbalance(state: State) -> float:
    """How far the best seat's mean return over random games is from an even one."""
    results = [state.playout(number) for number in range(PLAYOUTS)]
    means = [abs(sum(seat)) / PLAYOUTS for seat in zip(*results, strict=True)]
    return float(max(means))
