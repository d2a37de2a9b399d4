"""The variants that every test of the shared behaviour runs over, and ways through their games."""

import random

import engine

DENSE = 60
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
    # Every option of Pachisi, and every pair of options that go together.
    "pachisi",
    "pachisi(barriers=true,capture=forced,dice=2,mode=teams,turn_limit=60)",
    "pachisi(barriers=true,capture=forced,dice=2,mode=two,track=68,turn_limit=150)",
    "pachisi(barriers=true,capture=forced,dice=2,passing=true,track=68,turn_limit=60)",
    "pachisi(barriers=true,dice=2,mode=two,track=52,turn_limit=60)",
    "pachisi(barriers=true,dice=2,playout=true,turn_limit=150)",
    "pachisi(barriers=true,mode=teams,passing=true,track=68,turn_limit=60)",
    "pachisi(capture=forced,dice=2,passing=true,playout=true,track=52,turn_limit=60)",
    "pachisi(capture=forced,mode=two,passing=true,turn_limit=60)",
    "pachisi(capture=forced,passing=true,playout=true,track=68,turn_limit=150)",
    "pachisi(mode=teams,track=52,turn_limit=150)",
    "ashte-kashte",
    "ashte-kashte(seats=2)",
    "ashte-kashte(seats=2,turn_limit=1)",
    "ashte-kashte(passing=true,seats=2)",
    "ashte-kashte(passing=true,turn_limit=60)",
    "ashte-kashte(playout=true,seats=3)",
    "ashte-kashte(playout=true,turn_limit=60)",
    "ashte-kashte(passing=true,playout=true,seats=3,turn_limit=60)",
    "alquerque",
    "alquerque(ending=quick)",
    "alquerque(capture=forced,ending=quick)",
    "alquerque(ending=quick,layout=blocks)",
    "alquerque(mode=teams)",
    "alquerque(mode=two)",
    "alquerque(capture=forced,layout=blocks,mode=teams)",
    "alquerque(capture=forced,quiet_limit=9)",
    "alquerque(capture=forced,mode=two,quiet_limit=5)",
    "alquerque(layout=blocks)",
    "alquerque(layout=blocks,mode=teams,quiet_limit=6)",
    "alquerque(ending=quick,layout=blocks,quiet_limit=4)",
)


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
