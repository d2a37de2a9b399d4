"""Measure how fast this machine plays, so that games of different machines can be compared."""

import time

import engine
from engine import builds

REFERENCE_SECONDS = {"compiled": 0.0018, "interpreted": 0.0097}
"""The time of a round of the measured work, by the engine's build, on the machine of index 1.

That is one core of the two-core virtual machine on which the figures in `docs/` were measured,
with Python 3.11. Each build has a figure of its own, so that the index depends on the machine only.
"""

_ROUNDS = 7
_GAMES = 200
_STEP = 1_103_515_245


def speed_index() -> float:
    """Return the speed of one core now: 1.0 is the reference, 2.0 is twice as fast.

    It plays some rounds of the same games of Kalah, and takes the best round by CPU time, so that
    other work disturbs it little. This takes less than a fifth of a second.
    """
    _round()  # the first one also loads and warms up
    return REFERENCE_SECONDS[builds.build()] / min(_round() for _ in range(_ROUNDS))


def _round() -> float:
    """Return the CPU seconds of one round."""
    game = engine.load_game("kalah")
    before = time.thread_time()
    for number in range(_GAMES):
        _play(game.new_initial_state(), number)
    return time.thread_time() - before


def _play(state: engine.State, number: int) -> None:
    # The same pseudo-random games on every machine, with arithmetic for their generator.
    while not state.is_terminal():
        legal = state.legal_actions()
        number = (number * _STEP + 12_345) % 2**31
        state.apply_action(legal[(number >> 16) % len(legal)])
