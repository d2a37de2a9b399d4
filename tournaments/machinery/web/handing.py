"""Open connections that one process hands to another of the same machine, by a socket in a file.

The web server reads each request. One for a stream, which goes on for minutes, it hands on with its
connection, and has no more to do with it.
"""

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

REQUEST_BYTES = 64 * 1024
"""The longest request that is handed on."""

CONNECTIONS = 64
"""Senders that may wait to be let in."""


class Sender:
    """Hands connections to whoever listens at `path`, without ever waiting."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._channel: socket.socket | None = None

    def hand_on(self, connection: socket.socket, request: bytes) -> bool:
        """Hand on a connection and the request that has come by it; False if nobody takes it.

        The caller still has its own descriptor, and closes it.
        """
        if len(request) > REQUEST_BYTES:
            return False
        # Whoever listened may have been started again: then a new channel leads there.
        return self._send(connection, request) or self._send(connection, request)

    def _send(self, connection: socket.socket, request: bytes) -> bool:
        try:
            if self._channel is None:
                self._channel = _connected(self._path)
            socket.send_fds(self._channel, [request], [connection.fileno()])
        except BlockingIOError:
            return False
        except OSError:
            self.close()
            return False
        return True

    def close(self) -> None:
        """Give the channel up."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None


def listener(path: Path) -> socket.socket:
    """A socket at `path` for senders; it takes the place of what is left of an earlier one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    found = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with _short(path) as address:
        found.bind(address)
    path.chmod(0o600)
    found.listen(CONNECTIONS)
    found.setblocking(False)
    return found


def receive(channel: socket.socket) -> tuple[socket.socket, bytes] | None:
    """The next connection that was handed on, with its request; None when the sender is gone.

    Raises BlockingIOError when there is none.
    """
    request, descriptors, _flags, _address = socket.recv_fds(channel, REQUEST_BYTES, 1)
    if not descriptors:
        return None
    return socket.socket(fileno=descriptors[0]), request


def _connected(path: Path) -> socket.socket:
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    channel.setblocking(False)
    try:
        with _short(path) as address:
            channel.connect(address)
    except OSError:
        channel.close()
        raise
    return channel


@contextlib.contextmanager
def _short(path: Path) -> Iterator[str]:
    """The address of a socket by its folder's descriptor: an address has 107 bytes at the most."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
