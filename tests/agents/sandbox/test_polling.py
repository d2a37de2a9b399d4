"""Waiting for a descriptor, whatever its number."""

import fcntl
import math
import os
import resource

import pytest

from agents.sandbox.polling import has_input

BEYOND_SELECT = 2_000


@pytest.fixture
def pipe():
    """Both ends of a pipe, the one that is read with a number that `select` refuses."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * BEYOND_SELECT), hard))
    low, writing = os.pipe()
    reading = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, BEYOND_SELECT)
    os.close(low)
    with os.fdopen(reading, "rb", 0) as output, os.fdopen(writing, "wb", 0) as source:
        yield output, source
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_nothing_comes_in_time(pipe):
    output, _source = pipe

    assert not has_input(output, 0.01)


def test_what_was_written_can_be_read(pipe):
    output, source = pipe
    source.write(b"x")

    assert has_input(output.fileno())


def test_the_end_of_a_pipe_counts_as_input(pipe):
    output, source = pipe
    source.close()

    assert has_input(output, math.inf)
