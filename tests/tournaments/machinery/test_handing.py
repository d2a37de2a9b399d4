"""Connections go from one process to another, and the one that gives them never waits."""

import contextlib
import socket

import pytest

from tournaments.machinery import handing

REQUEST = b"GET /live/matches/1/ HTTP/1.1\r\n\r\n"


@pytest.fixture
def path(tmp_path):
    # Longer than the address of a socket may be.
    return tmp_path / ("a" * 100) / "streams.socket"


@pytest.fixture
def pair():
    near, far = socket.socketpair()
    with near, far:
        yield near, far


def channel(listening):
    found, _address = listening.accept()
    found.settimeout(30)
    return found


def test_what_is_handed_on_can_be_read_and_answered(path, pair):
    near, far = pair
    with handing.listener(path) as listening:
        assert handing.Sender(path).hand_on(far, REQUEST)
        far.close()
        taken, request = handing.receive(channel(listening))

    with taken:
        taken.sendall(b"an answer")
    assert (request, near.recv(100)) == (REQUEST, b"an answer")


def test_nobody_is_waited_for(path, pair):
    sender = handing.Sender(path)
    assert not sender.hand_on(pair[0], REQUEST)

    handing.listener(path).close()

    assert not sender.hand_on(pair[0], REQUEST)


def test_a_full_line_refuses_and_what_is_in_it_arrives(path, pair):
    sender = handing.Sender(path)
    with handing.listener(path) as listening:
        sent = 0
        while sender.hand_on(pair[0], REQUEST):
            sent += 1
        receiver = channel(listening)
        received = 0
        receiver.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while handed := handing.receive(receiver):
                handed[0].close()
                received += 1

    assert received == sent > 0


def test_after_a_new_start_the_sender_finds_the_new_one(path, pair):
    sender = handing.Sender(path)
    with handing.listener(path) as listening:
        assert sender.hand_on(pair[0], REQUEST)
        channel(listening).close()

    with handing.listener(path) as listening:
        assert sender.hand_on(pair[0], REQUEST)
        assert handing.receive(channel(listening))[1] == REQUEST


def test_the_receiver_hears_when_a_sender_leaves(path, pair):
    sender = handing.Sender(path)
    with handing.listener(path) as listening:
        sender.hand_on(pair[0], REQUEST)
        receiver = channel(listening)
        handing.receive(receiver)[0].close()
        sender.close()

        assert handing.receive(receiver) is None


def test_only_the_owner_can_hand_anything_on(path):
    with handing.listener(path):
        assert path.stat().st_mode & 0o077 == 0


def test_a_request_that_is_too_long_is_not_handed_on(path, pair):
    with handing.listener(path):
        assert not handing.Sender(path).hand_on(pair[0], b"x" * (handing.REQUEST_BYTES + 1))
