"""Asking a site again and again until something is over."""

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

Answer = TypeVar("Answer")


def changes(ask: Callable[[], Answer], *, every: float, longest: float) -> Iterator[Answer]:
    """What a site answers: the first answer, and each that differs from the one before.

    It is asked every so many seconds, and ends after the longest time. Stop when you know enough.
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
