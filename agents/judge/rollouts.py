"""What may come of a position: many games that the value function plays on from there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from agents import values
from agents.values.function import ValueFunction
from engine import State

GAMES = 100

NEAR = 0.05
"""The most that an action may be worse than the best, in returns, to be chosen now and then."""


def play_out(state: State, *, rng: Random, watch: Callable[[], None]) -> dict[str, Any]:
    """Return how many games each seat won or shared from a position, and its mean return.

    Every seat chooses at random among the best actions and those that are nearly as good. `watch`
    is called before each event; what it raises ends it. Raises NoValueFunction.
    """
    game = state.get_game()
    # The network alone: solving ends exactly would take several times as long.
    function = ValueFunction(game, values.load(game).network, solved=False)
    states = [state.clone() for _game in range(GAMES)]
    while running := [each for each in states if not each.is_terminal()]:
        watch()
        for each in running:
            if each.is_chance_node():
                each.apply_action(each.sample_chance(rng))
        _act([each for each in running if each.is_player_node()], function, rng)
    return {"games": GAMES, "seats": _scores(states, function.sides)}


def _act(states: list[State], function: ValueFunction, rng: Random) -> None:
    """Let the seat to act take an action in each game; the function looks at all at once."""
    choices = [{action: each.child(action) for action in each.legal_actions()} for each in states]
    worths = iter(function.values([child for row in choices for child in row.values()]))
    for state, row in zip(states, choices, strict=True):
        side = function.sides[state.current_player()]
        worth = {action: next(worths)[side] for action in row}
        least = max(worth.values()) - NEAR
        state.apply_action(rng.choice([action for action in worth if worth[action] >= least]))


def _scores(states: list[State], sides: list[int]) -> list[dict[str, Any]]:
    ranks = [state.ranks() for state in states]
    returns = [state.returns() for state in states]
    shared = [len({sides[seat] for seat, rank in enumerate(row) if rank == 1}) > 1 for row in ranks]
    return [
        {
            "won": sum(row[seat] == 1 and not two for row, two in zip(ranks, shared, strict=True)),
            "shared": sum(row[seat] == 1 and two for row, two in zip(ranks, shared, strict=True)),
            "mean": round(sum(row[seat] for row in returns) / len(states), 3),
        }
        for seat in range(len(sides))
    ]
