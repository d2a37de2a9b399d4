"""The variants that every test of the shared behaviour runs over, and ways through their games."""

import random

import engine
from tests.engine.cases import CASES

DENSE = 60
VARIANTS = tuple(variant for cases in CASES.values() for variant in cases.WALKED)


def random_walk(variant, seed):
    """Yield the states of one random game: all, or of a long game the first ones, then every 40th.

    The last one is always among them.
    """
    rng = random.Random(seed)
    state = engine.parse_variant(variant).new_initial_state()
    yield state
    while not state.is_terminal():
        state = state.child(rng.choice(state.legal_actions()))
        moves = state.move_number()
        if moves <= DENSE or moves % 40 == 0 or state.is_terminal():
            yield state


def played(variant, notation):
    """Return the state of a variant after these actions and throws, separated by spaces."""
    state = engine.parse_variant(variant).new_initial_state()
    for text in notation.split():
        state.apply_action(state.string_to_action(text))
    return state


def after(state, *texts):
    """Apply these actions and throws to a state, and return it."""
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def legal_texts(state):
    return [state.action_to_string(action) for action in state.legal_actions()]
