"""Connections go from one process to another, and the one that gives them never waits."""

import contextlib
import socket

import pytest

from tournaments.machinery.web import handing

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


@pytest.fixture
def sender(path):
    with contextlib.closing(handing.Sender(path)) as made:
        yield made


@contextlib.contextmanager
def channel(listening):
    found, _address = listening.accept()
    with found:
        found.settimeout(30)
        yield found


def take(listening):
    with channel(listening) as receiver:
        return handing.receive(receiver)


def test_what_is_handed_on_can_be_read_and_answered(path, sender, pair):
    near, far = pair
    with handing.listener(path) as listening:
        assert sender.hand_on(far, REQUEST)
        far.close()
        taken, request = take(listening)

    with taken:
        taken.sendall(b"an answer")
    assert (request, near.recv(100)) == (REQUEST, b"an answer")


def test_nobody_is_waited_for(path, sender, pair):
    assert not sender.hand_on(pair[0], REQUEST)

    handing.listener(path).close()

    assert not sender.hand_on(pair[0], REQUEST)


def test_a_full_line_refuses_and_what_is_in_it_arrives(path, sender, pair):
    sent = received = 0
    with handing.listener(path) as listening:
        while sender.hand_on(pair[0], REQUEST):
            sent += 1
        with channel(listening) as receiver, contextlib.suppress(BlockingIOError):
            receiver.setblocking(False)
            while handed := handing.receive(receiver):
                handed[0].close()
                received += 1

    assert received == sent > 0


def test_after_a_new_start_the_sender_finds_the_new_one(path, sender, pair):
    for _ in range(2):
        with handing.listener(path) as listening:
            assert sender.hand_on(pair[0], REQUEST)
            taken, request = take(listening)
            taken.close()

        assert request == REQUEST


def test_the_receiver_hears_when_a_sender_leaves(path, sender, pair):
    with handing.listener(path) as listening:
        sender.hand_on(pair[0], REQUEST)
        with channel(listening) as receiver:
            handing.receive(receiver)[0].close()
            sender.close()

            assert handing.receive(receiver) is None


def test_only_the_owner_can_hand_anything_on(path):
    with handing.listener(path):
        assert path.stat().st_mode & 0o077 == 0


def test_a_request_that_is_too_long_is_not_handed_on(path, sender, pair):
    with handing.listener(path):
        assert not sender.hand_on(pair[0], b"x" * (handing.REQUEST_BYTES + 1))
