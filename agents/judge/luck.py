"""What the throws of a game gave each seat, by a value function that was fixed before the game.

The luck of a throw is the value after it, less the mean value over all throws that could have
fallen there. So its expectation is zero, whatever the function is worth, and for all players
(M. Zinkevich and others 2006 call this an advantage-sum estimate; AIVAT, N. Burch and others 2018).

The luck of a random opening is the value after it. Within a block every entrant has it from every
seat, and the values of all sides add up to zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from agents.values.function import ValueFunction
from agents.values.plain import DIGITS
from engine import State, record

AT_ONCE = 8
"""Throws whose outcomes are looked at together. More would take longer: they leave the caches."""


class Throw(NamedTuple):
    """A throw by the number of its event: what sides could expect before and after it.

    `before` is the exact mean over all that could have fallen.
    """

    number: int
    before: list[float]
    after: list[float]


def luck(document: Mapping[str, Any], function: ValueFunction) -> list[float]:
    """Return the luck of each seat in a recorded game, in returns, rounded to six decimals.

    A result less the luck is what play made of a game. Raises an EngineError for a record that this
    engine cannot replay, ValueError for one of another variant than the function's.
    """
    game = record.load_variant(dict(document))
    if game != function.game:
        raise ValueError(f"the function is of {function.game.variant}, not {game.variant}")
    states = list(record.states(dict(document)))
    return luck_of(document, states, throws_of(document, states, function), function)


def luck_of(
    document: Mapping[str, Any],
    states: Sequence[State],
    throws: Sequence[Throw],
    function: ValueFunction,
) -> list[float]:
    """Return the same where the states and the throws are known."""
    total = np.zeros(max(function.sides) + 1)
    for throw in throws:
        total += np.subtract(throw.after, throw.before)
    openings = [n for n, event in enumerate(document["events"]) if event.get("opening")]
    if openings:
        total += function.value(states[openings[-1] + 1])
    return [round(float(total[side]), DIGITS) + 0.0 for side in function.sides]


def throws_of(
    document: Mapping[str, Any], states: Sequence[State], function: ValueFunction
) -> list[Throw]:
    """Return the throws of a game; `states` has the position before each event."""
    events = enumerate(document["events"])
    numbers = [number for number, event in events if "throw" in event and "opening" not in event]
    throws: list[Throw] = []
    for first in range(0, len(numbers), AT_ONCE):
        throws += _throws(states, numbers[first : first + AT_ONCE], function)
    return throws


def _throws(
    states: Sequence[State], numbers: Sequence[int], function: ValueFunction
) -> list[Throw]:
    outcomes = [states[number].chance_outcomes() for number in numbers]
    children = [
        states[number].child(outcome)
        for number, every in zip(numbers, outcomes, strict=True)
        for outcome, _chance in every
    ]
    values = iter(function.values(children))
    throws = []
    for number, every in zip(numbers, outcomes, strict=True):
        after = {outcome: next(values) for outcome, _chance in every}
        before = np.sum([np.multiply(chance, after[outcome]) for outcome, chance in every], axis=0)
        fallen = states[number + 1].history()[-1]
        throws.append(Throw(number, before.tolist(), after[fallen]))
    return throws
