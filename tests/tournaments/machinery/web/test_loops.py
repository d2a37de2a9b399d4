"""A process takes new connections a few at a time, goes on after one that failed, and ends."""

import asyncio
import contextlib
import socket
from collections import Counter

import pytest

from tournaments.machinery.web import loops
from tournaments.machinery.web.loops import SharingLoop


def _story(make, story):
    """What a story returns, with a server on a socket whose connections `make` answers."""

    async def whole():
        with socket.create_server(("127.0.0.1", 0)) as sock:
            server = await asyncio.get_running_loop().create_server(make, sock=sock, backlog=7)
            try:
                return await story(sock.getsockname())
            finally:
                server.close()
                await server.wait_closed()

    with asyncio.Runner(loop_factory=SharingLoop) as runner:
        return runner.run(whole())


class Greeting(asyncio.Protocol):
    """Says how many connections there were before, and hangs up."""

    count = 0

    def connection_made(self, transport):
        transport.write(b"%d" % Greeting.count)
        Greeting.count += 1
        transport.close()


async def _said(address):
    reader, writer = await asyncio.open_connection(*address)
    said = await reader.read()
    writer.close()
    return said


def test_all_who_wait_are_taken_in_turn(monkeypatch):
    monkeypatch.setattr(Greeting, "count", 0)

    async def story(address):
        return await asyncio.gather(*(_said(address) for _ in range(5)))

    assert sorted(_story(Greeting, story)) == [b"0", b"1", b"2", b"3", b"4"]


@pytest.mark.parametrize(
    ("failure", "is_said"), [(OSError("no file is left"), True), (ConnectionAbortedError(), False)]
)
def test_after_a_connection_that_failed_others_are_taken(failure, is_said, monkeypatch, caplog):
    monkeypatch.setattr(loops, "REST_SECONDS", 0.01 if is_said else 1000)
    protocols = iter([failure, Greeting()])

    def make():
        protocol = next(protocols)
        if isinstance(protocol, OSError):
            raise protocol
        return protocol

    async def story(address):
        return [await _said(address) for _ in range(2)]

    failed, taken = _story(make, story)
    assert failed == b""
    assert taken.isdigit()
    assert ("the site takes no connection" in caplog.text) == is_said


def _counted(shares, name):
    return lambda: shares.update([name]) or asyncio.Protocol()


async def _shares(before):
    """How many of forty readers each of two servers of one socket takes; the first has some."""
    loop = asyncio.get_running_loop()
    shares = Counter()
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=40))
        second = stack.enter_context(first.dup())

        async def serve(name, sock):
            server = await loop.create_server(_counted(shares, name), sock=sock, backlog=40)
            stack.callback(server.close)

        async def come(readers):
            in_all = shares.total() + readers
            for _reader in range(readers):
                stack.enter_context(socket.create_connection(first.getsockname()))
            while shares.total() < in_all:
                await asyncio.sleep(0.001)

        await serve("first", first)
        await come(before)
        await serve("second", second)
        await come(40)
    return shares


@pytest.mark.parametrize("before", [0, 10, 20])
def test_new_connections_go_to_the_process_that_has_fewer(before):
    with asyncio.Runner(loop_factory=SharingLoop) as runner:
        shares = runner.run(_shares(before))

    assert shares.total() == 40 + before
    assert abs(shares["first"] - shares["second"]) <= 3 * loops.AT_ONCE


async def _soon_taken():
    """How many of forty readers who come at once a server has taken before any time passes."""
    loop = asyncio.get_running_loop()
    shares = Counter()
    with contextlib.ExitStack() as stack:
        sock = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=40))
        for _reader in range(40):
            stack.enter_context(socket.create_connection(sock.getsockname()))
        server = await loop.create_server(_counted(shares, "one"), sock=sock, backlog=40)
        stack.callback(server.close)
        for _cycle in range(500):
            await asyncio.sleep(0)
    return shares.total()


@pytest.mark.parametrize(("pause", "taken"), [(1000, loops.AT_ONCE), (0, 40)])
def test_a_process_takes_a_few_of_those_who_wait_and_pauses(pause, taken, monkeypatch):
    monkeypatch.setattr(loops, "PAUSE_SECONDS", pause)
    monkeypatch.setattr(loops, "MOST_PAUSE_SECONDS", pause)

    with asyncio.Runner(loop_factory=SharingLoop) as runner:
        assert runner.run(_soon_taken()) == taken
