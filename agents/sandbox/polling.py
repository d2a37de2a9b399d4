"""Waiting for a descriptor with any number: `select.select` takes none above 1,023."""

import math
import select
from typing import Protocol


class _HasDescriptor(Protocol):
    def fileno(self) -> int: ...


def has_input(descriptor: int | _HasDescriptor, seconds: float = 0.0) -> bool:
    """Return whether it can be read or has ended; wait for that, at most these seconds.

    Infinite seconds wait until it is so. Needs a system with `poll`, which Windows is not.
    """
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(None if seconds == math.inf else 1000 * seconds))
