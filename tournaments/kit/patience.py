"""Polling a site until something is over."""

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

Answer = TypeVar("Answer")


def changes(ask: Callable[[], Answer], *, every: float, longest: float) -> Iterator[Answer]:
    """The answers of a site: the first, and each that differs from the one before.

    Polls at an interval, and ends after the longest time. The caller may stop earlier.
    """
    end = time.monotonic() + longest
    last = ask()
    yield last
    while time.monotonic() < end:
        time.sleep(every)
        answer = ask()
        if answer != last:
            last = answer
            yield answer
