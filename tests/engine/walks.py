"""The variants that every test of the shared behaviour runs over, and ways through their games."""

import random

import engine

VARIANTS = (
    "kalah",
    "kalah(seeds=4)",
    "kalah(pits=1,seeds=12)",
    "kalah(pits=12,seeds=12)",
    "kalah(pits=2,seeds=1)",
    "kalah(sowing=cross)",
    "kalah(empty_capture=true)",
    "kalah(quiet_limit=2)",
    "kalah(quiet_limit=1,sowing=cross)",
    "kalah(empty_capture=true,sowing=cross)",
    "kalah(empty_capture=true,pits=4,quiet_limit=3,seeds=5,sowing=cross)",
    "einstein",
    "einstein(mirror=true)",
    "einstein(setup=chosen)",
    "einstein(setup=fixed)",
)


def random_walk(variant, seed):
    """Yield every state of one random game, the first and the last included."""
    rng = random.Random(seed)
    state = engine.parse_variant(variant).new_initial_state()
    yield state
    while not state.is_terminal():
        state = state.child(rng.choice(state.legal_actions()))
        yield state


def played(variant, notation):
    """Return the state of a variant after these actions and throws, separated by spaces."""
    state = engine.parse_variant(variant).new_initial_state()
    for text in notation.split():
        state.apply_action(state.string_to_action(text))
    return state


def legal_texts(state):
    return [state.action_to_string(action) for action in state.legal_actions()]
