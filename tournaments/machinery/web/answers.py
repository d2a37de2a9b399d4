"""Answers on their way to clients that read slowly or not at all: an unread one holds no thread.

What a client has not taken lies in memory, a larger rest in a file without a name. A thread makes
an answer and never waits for its reader; the web server's loop sends the rest.
"""

import contextvars
import errno
import socket
import struct
import tempfile
import time
from collections.abc import Callable
from typing import Any, Protocol

from django.conf import settings

SECONDS = 15.0
"""How long a client may take for `SLOWEST_RATE` times as many bytes, or for all that waits."""

SLOWEST_RATE = 8 * 1024
"""The bytes a second at which a client must read."""

HELD_BYTES = 512 * 1024 * 1024
"""The most that one process of the site holds of answers that were not read."""

MEMORY_BYTES = 64 * 1024
"""Up to this size the rest of an answer stays in memory."""

KERNEL_BYTES = 128 * 1024
"""What the kernel may hold of each answer; it takes twice that with its own notes."""

_PIECE = 64 * 1024
_AT_ONCE = struct.pack("ii", 1, 0)


class Outbox:
    """Takes the bytes of an answer in the place of its socket, and holds what was not read.

    One thread at a time uses it. `make_room` is called before more is held.
    """

    def __init__(self, connection: socket.socket, make_room: Callable[[], None]) -> None:
        connection.setblocking(False)
        self._connection = connection
        self._make_room = make_room
        self._file: tempfile.SpooledTemporaryFile[bytes] | None = None
        self.held = 0
        """The bytes in the file: those that wait, behind some that have been sent."""
        self._sent = 0
        self._due = 0
        self.last_taken = time.monotonic()
        self._window = self.last_taken
        self._taken = 0
        self.is_cut = False
        """Set by any thread: the client gets no more."""

    @property
    def waits(self) -> bool:
        """Whether the client must read before there is more to do."""
        return self.held > 0

    def send(self, _word: bytes) -> None:
        """Leave out gunicorn's "100 Continue": all of the request has come."""

    def sendall(self, data: bytes) -> None:
        """Send what the client takes now, and hold the rest. Raises OSError if it is gone."""
        if self.is_cut:
            raise BrokenPipeError(errno.EPIPE, "cut off: it did not read")
        if self.held >= self._due:
            self.flush()
        rest = data[0 if self.waits else self._send(data) :]
        if rest:
            self._hold(rest)

    def flush(self) -> None:
        """Send as much of what waits as the client takes now. Raises OSError if it is gone."""
        while self._file is not None and self._sent < self.held:
            self._file.seek(self._sent)
            piece = self._file.read(_PIECE)
            sent = self._send(piece)
            self._sent += sent
            if sent < len(piece):
                self._due = self.held + _PIECE
                return
        self.close()

    def begin_window(self, now: float) -> None:
        """Count from now what the client takes."""
        self._window, self._taken = now, 0

    def is_too_slow(self, now: float) -> bool:
        """Whether the client has taken too little since the last window began."""
        if now < self._window + SECONDS:
            return False
        is_slow = self._taken < SECONDS * SLOWEST_RATE
        self.begin_window(now)
        return is_slow

    def cut_off(self) -> None:
        """Let the kernel forget what it holds for the client as well."""
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)

    def close(self) -> None:
        """Forget what waits."""
        if self._file is not None:
            self._file.close()
        self._file, self.held, self._sent, self._due = None, 0, 0, 0

    def _send(self, data: bytes) -> int:
        try:
            sent = self._connection.send(data)
        except (BlockingIOError, InterruptedError):
            return 0
        self._taken += sent
        self.last_taken = time.monotonic()
        return sent

    def _hold(self, rest: bytes) -> None:
        if self._file is None:
            made = tempfile.SpooledTemporaryFile(MEMORY_BYTES, dir=str(settings.VAR))  # noqa: SIM115
            self._file = made
        self._file.seek(self.held)
        self._file.write(rest)
        self.held += len(rest)
        if self.held >= self._due:
            self._make_room()


def make_room(outboxes: list[Outbox]) -> None:
    """Cut clients off until the others' answers have room, first those that wait longest."""
    present = [one for one in outboxes if one.waits and not one.is_cut]
    excess = sum(one.held for one in present) - HELD_BYTES
    for one in sorted(present, key=lambda one: one.last_taken):
        if excess <= 0:
            return
        one.is_cut = True
        excess -= one.held


class Head(Protocol):
    """What `Answer` needs of gunicorn's response."""

    def write(self, arg: bytes) -> None: ...

    def close(self) -> None: ...


class Answer:
    """An answer that is made in one go, or piece by piece as its client reads.

    A stream that reads the database is made in one go: its cursor belongs to one thread, and no
    reader may keep it open. A stored file can rest between two pieces.
    """

    def __init__(self, outbox: Outbox, head: Head, body: Any) -> None:
        self.outbox = outbox
        self.is_complete = False
        self.has_failed = False
        self._head = head
        self._body = body
        self._pieces = iter(body)
        self._can_rest = getattr(body, "can_rest", False) or hasattr(body, "file_to_stream")
        self.is_generated = getattr(body, "streaming", False) and not self._can_rest
        self._context = contextvars.copy_context()

    @property
    def is_sent(self) -> bool:
        """Whether the client has all of it, as far as the kernel tells."""
        return self.is_complete and not self.outbox.waits

    def make(self) -> None:
        """Make all of it, or until the client must read first."""
        self._context.run(self._make)

    def _make(self) -> None:
        try:
            for piece in self._pieces:
                self._head.write(piece)
                if self._can_rest and self.outbox.waits:
                    return
            self._head.close()
            self.is_complete = True
        except BaseException:
            self.has_failed = True
            raise
        finally:
            if self.is_complete or self.has_failed:
                self._close_body()

    def close(self) -> None:
        """Give up what is left of it."""
        self.outbox.close()
        if not self.is_complete:
            self._close_body()

    def _close_body(self) -> None:
        if hasattr(self._body, "close"):
            self._body.close()
