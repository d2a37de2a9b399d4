"""Dice that anybody can recompute: a stream keyed by seed, game, seat and throw, by sha256 alone.

There are two rules. By `RULE` every game has dice of its own, keyed by its number. By
`SHARED_RULE`, which has no number, all games of one seed share their dice: old records follow it,
and nothing else should, since a bot that has seen one of these games knows the throws of the next.
Here no `game_number` means that rule.

Source: docs/20-records-and-dice.md, which says it in words and in shell.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.state import State
from engine.values import pick

SEED_BYTES: Final = 32
RULE: Final = "kauri-dice-2"
SHARED_RULE: Final = "kauri-dice-1"
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


def draw(
    seed: bytes,
    seat: int,
    throw: int,
    weights: Sequence[tuple[int, int]],
    *,
    game_number: int | None = None,
) -> int:
    """Return the outcome of a seat's throw, counted from 0, with its exact probability.

    `weights` are (outcome, integer weight) pairs. Numbers that would favour an outcome are
    rejected and the next attempt is hashed. Raises ValueError for weights or seeds that are none.
    """
    return compute(seed, seat, throw, weights, game_number=game_number).outcome


def compute(
    seed: bytes,
    seat: int,
    throw: int,
    weights: Sequence[tuple[int, int]],
    *,
    game_number: int | None = None,
) -> Throw:
    """Do what `draw` does, and return every step of it."""
    _check_seed(seed)
    total = sum(weight for _, weight in weights)
    if seat < 0 or throw < 0 or total < 1 or any(weight < 0 for _, weight in weights):
        raise ValueError(
            "draw needs a seat and a throw from 0 on and weights that sum to 1 or more"
        )
    stream = _stream(seed, game_number)
    fair = _SPACE - _SPACE % total
    attempt = 0
    while True:
        key = f"{stream}:{seat}:{throw}:{attempt}"
        digest = hashlib.sha256(key.encode("ascii")).hexdigest()
        number = int(digest, 16)
        if number < fair:
            rest = number % total
            return Throw(key, digest, total, rest, pick(weights, rest))
        attempt += 1


class Dice:
    """The dice of one game: throws for a state and counts each seat's throws.

    `game_number` is the game's, from 0 on; None for the rule of old records. Raises ValueError for
    a seed or a number that is none.
    """

    def __init__(self, seed: bytes, game_number: int | None) -> None:
        _check_seed(seed)
        _stream(seed, game_number)
        self._seed = seed
        self._game_number = game_number
        self._thrown: dict[int, int] = {}

    def throw(self, state: State) -> int:
        """Return the next outcome for the seat whose throw it is; the state is not changed.

        Raises IllegalAction when the state is no chance node.
        """
        seat = state.chance_seat()
        number = self._thrown.get(seat, 0)
        weights = state.chance_weights()
        outcome = draw(self._seed, seat, number, weights, game_number=self._game_number)
        self._thrown[seat] = number + 1
        return outcome


def _stream(seed: bytes, game_number: int | None) -> str:
    """What the texts of all throws of a game begin with."""
    if game_number is None:
        return f"{SHARED_RULE}:{seed.hex()}"
    if isinstance(game_number, bool) or game_number < 0:
        raise ValueError("the number of a game is a whole number from 0 on")
    return f"{RULE}:{seed.hex()}:{game_number}"


def _check_seed(seed: bytes) -> None:
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise ValueError(f"a dice seed is {SEED_BYTES} bytes")
