"""How fast this machine runs Python, so that games on different machines can be told apart."""

from __future__ import annotations

import time

REFERENCE_SECONDS = 0.02
"""What one round of the measured work takes on the reference, a 2.5 GHz server core."""

_ROUNDS = 7


def speed_index() -> float:
    """The speed of one core now, by CPU time: 1.0 is the reference, 2.0 twice as fast.

    The best of a few short rounds counts, so that what else runs disturbs it little; all of them
    take about a sixth of a second.
    """
    return REFERENCE_SECONDS / min(_round() for _ in range(_ROUNDS))


def _round() -> float:
    before = time.process_time()
    table: dict[int, int] = {}
    for number in range(100_000):
        table[number & 1023] = table.get(number & 511, 0) + number
    return time.process_time() - before
