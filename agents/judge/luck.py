"""What the throws of a game gave each seat, by a value function that was fixed before the game.

The luck of a throw is the value after it, less the mean value over all throws that could have
fallen there. So its expectation is zero, whatever the function is worth and whoever plays
(M. Zinkevich and others 2006 call this an advantage-sum estimate; AIVAT, N. Burch and others 2018).

The luck of a random opening is the value after it. Within a block every entrant has it from every
seat, and the values of all sides add up to zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.values import ValueFunction
from agents.values.network import DIGITS
from engine import State, record

AT_ONCE = 64
"""Throws whose outcomes are looked at together."""


def luck(document: Mapping[str, Any], function: ValueFunction) -> list[float]:
    """Return the luck of each seat in a recorded game, in returns, rounded to six decimals.

    A result less the luck is what play made of a game. Raises an EngineError for a record that this
    engine cannot replay, ValueError for one of another variant than the function's.
    """
    game = record.load_variant(dict(document))
    if game != function.game:
        raise ValueError(f"the function is of {function.game.variant}, not {game.variant}")
    throws, opened = _moments(document)
    total = np.zeros(max(function.sides) + 1)
    for first in range(0, len(throws), AT_ONCE):
        total += _gains(throws[first : first + AT_ONCE], function)
    if opened is not None:
        total += function.value(opened)
    return [round(float(total[side]), DIGITS) + 0.0 for side in function.sides]


def _moments(document: Mapping[str, Any]) -> tuple[list[tuple[State, int]], State | None]:
    """Return each state before a throw, with what fell, and the state after a random opening."""
    throws, opened = [], None
    states = record.states(dict(document))
    events = document["events"]
    before = next(states)
    for event, after in zip(events, states, strict=True):
        if "throw" in event:
            throws.append((before, before.string_to_action(event["throw"])))
        if event.get("opening"):
            opened = after
        before = after
    return throws, opened


def _gains(throws: Sequence[tuple[State, int]], function: ValueFunction) -> NDArray[np.float64]:
    """Return what these throws gave each side in all."""
    outcomes = [state.chance_outcomes() for state, _fallen in throws]
    children = [
        state.child(outcome)
        for (state, _fallen), every in zip(throws, outcomes, strict=True)
        for outcome, _chance in every
    ]
    values = iter(function.values(children))
    total = np.zeros(max(function.sides) + 1)
    for (_state, fallen), every in zip(throws, outcomes, strict=True):
        for outcome, chance in every:
            total += np.multiply((outcome == fallen) - chance, next(values))
    return total
