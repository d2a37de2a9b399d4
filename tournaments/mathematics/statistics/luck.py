"""How far the dice of a game favoured each seat.

Each seat's throws follow from the seed and the game's number alone. So they can be weighed without
the bots: players that choose every legal action with the same chance play many games with these
dice, and as many with others. A seat's luck is the difference between its returns with these dice
and with others. On that scale, +1 turns a certain loss into an even game.

The baseline is simple on purpose: better players would use good throws better. Games with the same
dice get the same figure, and the other dice come from fixed seeds, so that anybody can compute it
again.

Source: the difference of means with its standard error. Left out: the luck of
getting a throw at the right position.
"""

import functools
import hashlib
import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, variance

import engine
from engine.dice import Dice
from tournaments.mathematics.statistics.scale import Z

GAMES = 400
"""The number of games played with the dice in question, and as many with others."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of each seat, in returns, with half the width of its 95% interval."""

    seats: tuple[float, ...]
    errors: tuple[float, ...]


def luck(variant: str, seed: bytes, *, game_number: int | None, games: int = GAMES) -> Luck:
    """The luck of every seat with the dice of a game in a variant, by its spelling.

    `seed` (32 bytes) and `game_number` key the dice, as in the record. Raises ValueError for a
    game without dice.
    """
    game = engine.parse_variant(variant)
    if not _throws(game):
        raise ValueError(f"no dice are thrown in {variant}")
    these = [_returns(game, Dice(seed, game_number), number) for number in range(games)]
    others = _others(variant, games)
    pairs = [_difference(own, other) for own, other in zip(_by_seat(these), others, strict=True)]
    return Luck(tuple(mean for mean, _error in pairs), tuple(error for _mean, error in pairs))


def _throws(game: engine.Game) -> bool:
    return any(info.has_chance for info in engine.games() if info.id == game.id)


@functools.lru_cache(maxsize=64)
def _others(variant: str, games: int) -> list[list[float]]:
    """The returns of each seat with other dice, the same for every match of the variant."""
    game = engine.parse_variant(variant)
    return _by_seat(_returns(game, Dice(_other_seed(number), 1), number) for number in range(games))


def _other_seed(number: int) -> bytes:
    return hashlib.sha256(f"kauri-luck-1:{number}".encode()).digest()


def _returns(game: engine.Game, dice: Dice, number: int) -> list[float]:
    """The returns of one game with these dice between players that choose at random."""
    state, chooser = game.new_initial_state(), random.Random(number)  # noqa: S311
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.throw(state))
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
    return state.returns()


def _by_seat(returns: Iterable[Sequence[float]]) -> list[list[float]]:
    return [list(seat) for seat in zip(*returns, strict=True)]


def _difference(own: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The difference of two means, and half the width of its 95% interval."""
    error = math.sqrt(variance(own) / len(own) + variance(other) / len(other))
    return fmean(own) - fmean(other), Z * error
