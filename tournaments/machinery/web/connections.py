"""Uvicorn's connections, with time limits for their clients."""

import asyncio
import http
import socket
import struct

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 15.0
"""How long a head of a request may take to come."""

READ_SECONDS = 30.0
"""How long a client may take to read what the kernel and `answers.PIECE_BYTES` hold for it."""

KERNEL_BYTES = 128 * 1024
"""What the kernel may hold of each response; it uses twice that with its own bookkeeping."""

_AT_ONCE = struct.pack("ii", 1, 0)

_TOO_SLOW = (
    f"HTTP/1.1 408 {http.HTTPStatus.REQUEST_TIMEOUT.phrase}\r\nConnection: close\r\n"
    "Content-Length: 0\r\n\r\n"
).encode()


class Connection(H11Protocol):
    """A connection of the site: its client has some seconds for a head, and for reading."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Time the first head; pause responses as soon as the kernel takes no more."""
        super().connection_made(transport)
        self._reading: asyncio.TimerHandle | None = None
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        # asyncio does not recognise uvicorn's socket, which processes share, as one of TCP.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.set_write_buffer_limits(0)
        self.timeout_keep_alive_task = self.loop.call_later(
            SECONDS, self.timeout_keep_alive_handler
        )

    def _unset_keepalive_if_required(self) -> None:
        """Stop the time-out only while a request is answered; uvicorn does at every byte."""
        if self.conn.our_state in {h11.SEND_RESPONSE, h11.SEND_BODY}:
            super()._unset_keepalive_if_required()

    def timeout_keep_alive_handler(self) -> None:
        """End the connection; a head that has begun gets an answer."""
        is_late = self.conn.our_state is h11.IDLE and self.conn.trailing_data[0]
        if is_late and not self.transport.is_closing():
            self.transport.write(_TOO_SLOW)
        super().timeout_keep_alive_handler()

    def pause_writing(self) -> None:
        """Give the client some seconds to read."""
        super().pause_writing()
        self._reading = self.loop.call_later(READ_SECONDS, self._abort)

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        super().resume_writing()
        self._read()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the client."""
        super().connection_lost(exc)
        self._read()

    def _read(self) -> None:
        if self._reading is not None:
            self._reading.cancel()

    def _abort(self) -> None:
        # The kernel discards what it holds as well.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()

    @property
    def _socket(self) -> socket.socket:
        found: socket.socket = self.transport.get_extra_info("socket")
        return found
