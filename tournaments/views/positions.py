"""Positions for pictures, without a match."""

import random

import engine
from engine.state import State


def typical(game: engine.Game, *, actions: int, seed: int = 3) -> State:
    """The position after a number of random actions, determined by the seed."""
    rng = random.Random(seed)  # noqa: S311 - a picture needs no secret
    state = game.new_initial_state()
    while actions and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions -= 1
    return state
