"""Deep calls cost the same at every depth: their frames share one piece of memory."""

import pytest

from agents.frames import with_room
from tests.deep_calls import CALLS, fresh_pages


def test_no_depth_asks_the_system_for_memory_at_each_call():
    assert fresh_pages() > CALLS
    assert with_room(fresh_pages) < CALLS / 2


def test_it_returns_and_raises_as_the_call_does():
    assert with_room(divmod, 7, 2) == (3, 1)
    assert with_room(int, "ff", base=16) == 255
    with pytest.raises(ZeroDivisionError):
        with_room(divmod, 7, 0)
