"""Games as the platform would have recorded them: random play, with the seats of any two bots."""

import json
import random
from dataclasses import dataclass

import engine
from agents.table.referee import bot_seeds_from
from engine import record
from engine.dice import commitment

EACH = 60
"""How many games are played of each variant and result."""

_SEATS, _COMMITMENT = "@seats@", "@commitment@"


@dataclass(frozen=True)
class Sample:
    """A game: `parts` is its record as JSON, cut where the seats and the commitment go."""

    parts: tuple[str, str, str]
    final: str
    reason: str
    plies: int


@dataclass(frozen=True)
class Seated:
    """A version as records name it."""

    bot: str
    number: int


def written(sample: Sample, *, seed: bytes, number: int, seated: tuple[Seated, Seated]) -> str:
    """The record of a sample as game `number` of a match with this seed, between these two."""
    seeds = bot_seeds_from(seed, game_number=number, seats=2)
    seats = [
        {"name": one.bot, "version": one.number, "seed": drawn}
        for one, drawn in zip(seated, seeds, strict=True)
    ]
    before, between, after = sample.parts
    return f"{before}{json.dumps(seats)}{between}{commitment(seed)}{after}"


def played(game: engine.Game, rng: random.Random) -> dict[tuple[int, int, int], list[Sample]]:
    """Samples by (rank of the first seat, rank of the second, number of the game), many of each."""
    found: dict[tuple[int, int, int], list[Sample]] = {
        (*ranks, number): [] for ranks in ((1, 2), (2, 1), (1, 1)) for number in (1, 2)
    }
    for _try in range(100 * EACH):
        if all(len(known) >= EACH for known in found.values()):
            break
        number = rng.choice((1, 2))
        ranks, sample = _play(game, rng, number)
        found[(*ranks, number)].append(sample)
    return found


def _play(game: engine.Game, rng: random.Random, number: int) -> tuple[tuple[int, int], Sample]:
    state = game.new_initial_state()
    recorder = record.Recorder(game, [{"name": _SEATS}] * 2, _COMMITMENT, number)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        recorder.action(state, action, wall=round(rng.random() / 100, 3), cpu=0.001)
        state.apply_action(action)
    document = recorder.document(state)
    document["seats"] = _SEATS
    before, rest = json.dumps(document).split(f'"{_SEATS}"')
    between, after = rest.split(_COMMITMENT)
    plies = sum("action" in event for event in document["events"])
    one, other = state.ranks()
    parts = (before, between, after)
    return (one, other), Sample(parts, document["final"], state.outcome().reason, plies)
