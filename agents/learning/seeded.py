"""A game that a program steps through by the codes of actions; dice are thrown by themselves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import CHANCE, IllegalAction, State, parse_variant, planes

Bytes = NDArray[np.uint8]
Mask = NDArray[np.int8]


class SeededGame:
    """One game of a variant at a time; `begin` starts another.

    Everything random follows from the seed. Actions are the codes of `engine.planes`.
    """

    def __init__(self, variant: str) -> None:
        self.game = parse_variant(variant)
        self.actions = planes.actions(self.game)
        self.width = planes.size(self.game)
        self.rng = random.Random()  # noqa: S311 - replayable
        self.state: State = self.game.new_initial_state()

    def begin(self, seed: int | None = None) -> None:
        """Begin a game; without a seed, its dice continue the sequence of the last game's."""
        if seed is not None:
            self.rng = random.Random(seed)  # noqa: S311 - replayable
        self.state = self.game.new_initial_state()
        self.throw()

    def act(self, code: int) -> None:
        """Apply an action of the seat to act, then the throws that follow.

        Raises IllegalAction for a code that is not allowed.
        """
        allowed = dict(planes.codes(self.state))
        if int(code) not in allowed:
            raise IllegalAction(f"code {code} is not allowed here")
        self.state.apply_action(allowed[int(code)])
        self.throw()

    def seen(self, seat: int) -> Bytes:
        """Return a seat's observation."""
        return np.frombuffer(planes.observe(self.state, seat), np.uint8).copy()

    def mask(self, seat: int | None = None) -> Mask:
        """Return 1 for each allowed code, else 0; all zeros for a seat that is not to act."""
        if seat is None or seat == self.state.current_player():
            return mask_of(self.state, self.actions)
        return np.zeros(self.actions, np.int8)

    def throw(self) -> None:
        """Throw the dice until a seat is to act or the game is over."""
        while self.state.current_player() == CHANCE:
            self.state.apply_action(self.state.sample_chance(self.rng))


def mask_of(state: State, actions: int) -> Mask:
    """Return 1 for each code that is allowed in a state, else 0; `actions` are all its codes."""
    mask = np.zeros(actions, np.int8)
    mask[[code for code, _action in planes.codes(state)]] = 1
    return mask


def split(observation: Bytes, variant: str) -> dict[str, NDArray[Any]]:
    """Return the parts of one observation, or of many in rows, by name and in their shapes."""
    parts, begin = {}, 0
    for part in planes.parts(parse_variant(variant)):
        end = begin + int(np.prod(part.shape))
        parts[part.name] = observation[..., begin:end].reshape(*observation.shape[:-1], *part.shape)
        begin = end
    return parts
