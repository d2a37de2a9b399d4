"""Deep calls cost the same at every depth: their frames share one piece of memory."""

import resource

import pytest

from agents.frames import with_room

CALLS = 1000


def nothing():
    """What is called."""


def called(depth):
    if depth:
        called(depth - 1)
        return
    for _number in range(CALLS):
        nothing()


def everywhere():
    for depth in range(300):
        called(depth)


def fresh_pages(call, *given):
    """How many pages of memory the system has given this process meanwhile."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    call(*given)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_no_depth_asks_the_system_for_memory_at_each_call():
    assert fresh_pages(everywhere) > CALLS
    assert fresh_pages(with_room, everywhere) < CALLS / 2


def test_it_returns_and_raises_as_the_call_does():
    assert with_room(divmod, 7, 2) == (3, 1)
    assert with_room(int, "ff", base=16) == 255
    with pytest.raises(ZeroDivisionError):
        with_room(divmod, 7, 0)
