"""What a client has not read of an answer, and for how long."""

import contextlib
import socket

import pytest

from tournaments.machinery.web import answers
from tournaments.machinery.web.answers import Outbox

MUCH = bytes(range(256)) * 8192


@pytest.fixture
def ends():
    ours, theirs = socket.socketpair()
    theirs.settimeout(10.0)
    with ours, theirs:
        yield ours, theirs


@pytest.fixture
def outbox(ends):
    with contextlib.closing(Outbox(ends[0], lambda: None)) as made:
        yield made


def _read(client, size):
    data = b""
    while len(data) < size:
        data += client.recv(size - len(data))
    return data


def test_what_a_client_does_not_read_at_once_comes_in_order_later(ends, outbox):
    theirs, received = ends[1], b""
    for begin in range(0, len(MUCH), 30_000):
        outbox.sendall(MUCH[begin : begin + 30_000])

    assert outbox.waits
    while outbox.waits:
        received += theirs.recv(len(MUCH))
        outbox.flush()
    assert received + _read(theirs, len(MUCH) - len(received)) == MUCH


def test_an_answer_goes_on_while_it_is_made_for_a_client_that_reads(ends, outbox):
    theirs = ends[1]
    outbox.sendall(MUCH)
    most = outbox.held
    for _ in range(20):
        _read(theirs, 100_000)
        outbox.sendall(MUCH[:100_000])

    assert outbox.held <= most + 20 * 100_000
    assert len(MUCH) + 20 * 100_000 - outbox.held < 2 * len(MUCH)


def test_a_client_must_take_bytes_in_every_window(ends, outbox):
    theirs = ends[1]
    outbox.sendall(MUCH)
    outbox.begin_window(100.0)
    end = 100.0 + answers.SECONDS

    assert not outbox.is_too_slow(end - 0.1)
    _read(theirs, 200_000)
    outbox.flush()
    assert not outbox.is_too_slow(end)
    assert not outbox.is_too_slow(end + answers.SECONDS - 0.1)
    assert outbox.is_too_slow(end + answers.SECONDS)


def test_the_client_that_has_waited_longest_makes_room_for_others(ends, outbox, monkeypatch):
    first, second = outbox, Outbox(ends[1], lambda: None)
    for one in (second, first):
        one.sendall(MUCH)
    first.last_taken, second.last_taken = 1.0, 2.0
    monkeypatch.setattr(answers, "HELD_BYTES", first.held + second.held - 1)

    answers.make_room([second, first])

    assert (first.is_cut, second.is_cut) == (True, False)
    with pytest.raises(BrokenPipeError):
        first.sendall(b"more")
    second.close()


def test_a_large_rest_makes_room_before_it_grows(ends):
    calls = []
    with contextlib.closing(Outbox(ends[0], lambda: calls.append(1))) as outbox:
        for _ in range(100):
            outbox.sendall(MUCH[:100_000])

    assert len(calls) > 50
