"""Dice that anybody can recompute: a stream keyed by (seed, seat, throw), from sha256 alone.

Source: docs/20-records-and-dice.md, which says it in words and in shell.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.state import State
from engine.values import pick

SEED_BYTES: Final = 32
DOMAIN: Final = "kauri-dice-1"
_SPACE: Final = 1 << 256


class Throw(NamedTuple):
    """A throw computed step by step.

    `text` is what is hashed and `digest` its sha256 in hex; `remainder` is what that number leaves
    when it is divided by `total`, the sum of all weights; `outcome` is the one that it falls on.
    """

    text: str
    digest: str
    total: int
    remainder: int
    outcome: int


def commitment(seed: bytes) -> str:
    """Return the hex sha256 of a 32-byte seed, to be published before the seed is used.

    Raises ValueError for a seed of another length.
    """
    _check_seed(seed)
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, seat: int, throw: int, weights: Sequence[tuple[int, int]]) -> int:
    """Return the outcome of a seat's throw, counted from 0, with its exact probability.

    `weights` are (outcome, integer weight) pairs. Numbers that would favour an outcome are
    rejected and the next attempt is hashed. Raises ValueError for weights or seeds that are none.
    """
    return compute(seed, seat, throw, weights).outcome


def compute(seed: bytes, seat: int, throw: int, weights: Sequence[tuple[int, int]]) -> Throw:
    """Do what `draw` does, and return every step of it."""
    _check_seed(seed)
    total = sum(weight for _, weight in weights)
    if seat < 0 or throw < 0 or total < 1 or any(weight < 0 for _, weight in weights):
        raise ValueError(
            "draw needs a seat and a throw from 0 on and weights that sum to 1 or more"
        )
    fair = _SPACE - _SPACE % total
    attempt = 0
    while True:
        key = f"{DOMAIN}:{seed.hex()}:{seat}:{throw}:{attempt}"
        digest = hashlib.sha256(key.encode("ascii")).hexdigest()
        number = int(digest, 16)
        if number < fair:
            rest = number % total
            return Throw(key, digest, total, rest, pick(weights, rest))
        attempt += 1


class Dice:
    """The dice of one game: throws for a state and counts each seat's throws."""

    def __init__(self, seed: bytes) -> None:
        _check_seed(seed)
        self._seed = seed
        self._thrown: dict[int, int] = {}

    def throw(self, state: State) -> int:
        """Return the next outcome for the seat whose throw it is; the state is not changed.

        Raises IllegalAction when the state is no chance node.
        """
        seat = state.chance_seat()
        number = self._thrown.get(seat, 0)
        outcome = draw(self._seed, seat, number, state.chance_weights())
        self._thrown[seat] = number + 1
        return outcome


def _check_seed(seed: bytes) -> None:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise ValueError(f"a dice seed is {SEED_BYTES} bytes")
