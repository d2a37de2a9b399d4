"""Games of the sample bots in this process, without a sandbox and without clocks."""

import hashlib
import random
import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import engine
from agents import samples, sdk
from engine import openings, record
from engine.dice import Dice, commitment

CLOCK = sdk.Clock(remaining=60.0, increment=1.0, per_action=None)
OPENING_ACTIONS = 6


class Start(NamedTuple):
    """What the games of a block have in common: its number, its dice, and its opening."""

    number: int
    seed: bytes
    opening: Sequence[str]


def starts(game: engine.Game, label: str, *, most: int, seconds: float) -> Iterator[Start]:
    """The starts of so many blocks at most, until so many seconds of CPU time are over.

    A label gives the same seeds again. Where nothing is thrown each start has a new opening.
    """
    end = time.process_time() + seconds
    taken: list[tuple[str, ...]] = [()]
    for number in range(most):
        if time.process_time() > end:
            return
        seed = hashlib.sha256(f"{label}:{number}".encode()).digest()
        if not game.info.has_chance:
            taken.append(openings.draw(game, seed, actions=OPENING_ACTIONS, taken=taken))
        yield Start(number, seed, taken[-1])


def ranks(
    game: engine.Game,
    bots: Sequence[sdk.Bot],
    start: Start,
    label: object,
    *,
    clock: sdk.Clock = CLOCK,
) -> list[int]:
    """The ranks by seat of a game between these bots, whose own seeds follow from a label.

    Every action has the same `clock`.
    """
    # By the rule of old records, under which all games of a seed have the same dice.
    state, dice = game.new_initial_state(), Dice(start.seed, None)
    for notation in start.opening:
        state.apply_action(state.string_to_action(notation))
    for seat, bot in enumerate(bots):
        key = hashlib.sha256(f"{start.seed.hex()}:{label}:{seat}".encode()).digest()
        bot.start(game, seat, random.Random(key))
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.throw(state))
        else:
            state.apply_action(bots[state.current_player()].choose(state, clock))
    return state.ranks()


def recorded(
    game: engine.Game, bots: Sequence[sdk.Bot], start: Start, label: object
) -> dict[str, Any]:
    """The record of a game between these bots, whose own seeds follow from a label.

    The number of the start keys the dice.
    """
    dice, state = Dice(start.seed, start.number), game.new_initial_state()
    seats = [{"name": type(bot).__name__, "version": 1} for bot in bots]
    recorder = record.Recorder(game, seats, commitment(start.seed), start.number)
    for notation in start.opening:
        action = state.string_to_action(notation)
        recorder.opening(state, action)
        state.apply_action(action)
    for seat, bot in enumerate(bots):
        bot.start(game, seat, random.Random(f"{label}:{seat}"))
    while not state.is_terminal():
        if state.is_chance_node():
            action = dice.throw(state)
            recorder.throw(state, action)
        else:
            action = bots[state.current_player()].choose(state, CLOCK)
            recorder.action(state, action)
        state.apply_action(action)
    return recorder.document(state)


@cache
def kind(code: bytes) -> type[sdk.Bot]:
    """The last class of a bot that this code defines."""
    space: dict[str, object] = {"__name__": "bot"}
    exec(compile(code, "bot.py", "exec"), space)
    kinds = [one for one in space.values() if isinstance(one, type) and issubclass(one, sdk.Bot)]
    return kinds[-1]


def bot(name: str) -> sdk.Bot:
    """A new bot of the samples, by its name."""
    return kind(samples.read(name))()
