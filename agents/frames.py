"""Room for the frames of deep calls, so that a call costs the same at every depth.

CPython keeps the frames of a thread in pieces of 16 KiB. A call that no longer fits asks the system
for another piece, and its return gives it back. A loop that calls something at such a depth pays
for both each time: 170 times the cost of a call (`python -m benchmarks.frames`). Which depth that
is depends on all callers, so the same bot would be quick in one place and slow in another.

Source: CPython's `Python/pystate.c`, `push_chunk`, in 3.11 and later.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

SLOTS = 1 << 15
"""What the frame of `with_room` claims, in pointers; its piece has as much again for others."""


def with_room(call: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs) -> Answer:
    """Return what `call` returns; the frames of all that it calls share a piece of 256 KiB."""
    return call(*given, **named)


# What it claims and never uses takes no memory.
with_room.__code__ = with_room.__code__.replace(co_stacksize=SLOTS)
