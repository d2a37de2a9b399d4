"""Games as the platform would have recorded them: random play, with the seats of any two bots."""

import json
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import engine
from agents.table.referee import bot_seeds_from
from engine import record
from engine.dice import commitment

Value = TypeVar("Value")

EACH = 60
"""How many games are played of each variant, result, and number of the game."""

TRIES = 8 * EACH
"""A result that has not come up after this number of games is left out."""

_SEATS, _COMMITMENT = "@seats@", "@commitment@"


@dataclass(frozen=True)
class Sample:
    """A game: `parts` is its record as JSON, cut where the seats and the commitment go.

    `ranks` are by side.
    """

    ranks: tuple[int, ...]
    parts: tuple[str, str, str]
    final: str
    reason: str
    plies: int


Samples = dict[tuple[tuple[int, ...], int], list[Sample]]
"""By the ranks of the sides, or () if there are more than two, and the number of the game."""


@dataclass(frozen=True)
class Board:
    """A variant as it is played: by side of each seat, and samples of it."""

    pk: int
    sides: tuple[int, ...]
    samples: Samples = field(repr=False)

    @property
    def entrants(self) -> int:
        return len(set(self.sides))

    def seats(self, of_sides: Sequence[Value]) -> list[Value]:
        """What each side has, seat by seat: partners have the same."""
        return [of_sides[side] for side in self.sides]


@dataclass(frozen=True)
class Seated:
    """A version as records name it."""

    bot: str
    number: int


def written(sample: Sample, *, seed: bytes, number: int, seated: Sequence[Seated]) -> str:
    """The record of a sample as game `number` of a match with this seed and these on its seats."""
    seeds = bot_seeds_from(seed, game_number=number, seats=len(seated))
    seats = [
        {"name": one.bot, "version": one.number, "seed": drawn}
        for one, drawn in zip(seated, seeds, strict=True)
    ]
    before, between, after = sample.parts
    return f"{before}{json.dumps(seats)}{between}{commitment(seed)}{after}"


def played(pk: int, game: engine.Game, rng: random.Random) -> Board:
    """A board with samples of each result, as far as random games come to it."""
    board = Board(pk, tuple(game.sides()), defaultdict(list))
    for number in range(1, board.entrants + 1):
        for _try in range(TRIES if board.entrants == 2 else EACH):
            sample = _play(game, rng, number)
            known = board.samples[sample.ranks if board.entrants == 2 else (), number]
            if len(known) < EACH:
                known.append(sample)
    return board


def _play(game: engine.Game, rng: random.Random, number: int) -> Sample:
    state = game.new_initial_state()
    recorder = record.Recorder(game, [{"name": _SEATS}] * len(game.sides()), _COMMITMENT, number)
    while not state.is_terminal():
        if state.is_chance_node():
            recorder.throw(state, action := state.sample_chance(rng))
        else:
            action = rng.choice(state.legal_actions())
            recorder.action(state, action, wall=round(rng.random() / 100, 3), cpu=0.001)
        state.apply_action(action)
    document = recorder.document(state)
    document["seats"] = _SEATS
    before, rest = json.dumps(document).split(f'"{_SEATS}"')
    between, after = rest.split(_COMMITMENT)
    plies = sum("action" in event for event in document["events"])
    by_side = dict(zip(game.sides(), state.ranks(), strict=True)).values()
    ranks = tuple(1 + sum(other < one for other in by_side) for one in by_side)
    parts = (before, between, after)
    return Sample(ranks, parts, document["final"], state.outcome().reason, plies)
