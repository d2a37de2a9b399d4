"""Calls at each of 300 depths, and how much memory the system gives for them."""

import resource

CALLS = 1000
"""How often each depth calls; at an unlucky one, each call takes a new page of memory."""


def _nothing() -> None:
    """What is called."""


def _called(depth: int) -> None:
    if depth:
        _called(depth - 1)
        return
    for _number in range(CALLS):
        _nothing()


def fresh_pages() -> int:
    """How many pages of memory the system has given this process meanwhile."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for depth in range(300):
        _called(depth)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
