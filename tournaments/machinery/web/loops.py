"""The event loop of the site's processes, which share the connections that wait."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from typing import Any

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""The connections that a process takes before it leaves some to the others, or an eighth of what it
has, if that is more: of 2,000 who come at once the last waits for a second."""

PAUSE_SECONDS = 0.001
"""How long a process leaves new connections to the others, for each that it has open."""

MOST_PAUSE_SECONDS = 0.03
"""The most that a new reader waits for this."""

REST_SECONDS = 1.0
"""How long a process takes none after a failure, such as with no file left to open."""


class SharingLoop(asyncio.SelectorEventLoop):
    """Leaves new connections for a moment to processes that have fewer.

    asyncio's own server takes all that wait: of fifty readers who came at once one process often
    had more than forty, and the other process was idle.
    """

    async def create_server(  # type: ignore[override] # asyncio has it for hosts as well
        self,
        make: Callable[[], asyncio.Protocol],
        *,
        sock: socket.socket,
        backlog: int,
        **_rest: Any,
    ) -> "Listener":
        """Serve on a socket; `backlog` is how many connections may wait there."""
        sock.setblocking(False)
        sock.listen(backlog)
        return Listener(self, make, sock)


class Listener:
    """Takes connections from a socket until it is closed."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        make: Callable[[], asyncio.Protocol],
        sock: socket.socket,
    ) -> None:
        self._loop, self._make, self._socket = loop, make, sock
        self._open: list[asyncio.Transport] = []
        self._task = loop.create_task(self._take_all())

    def close(self) -> None:
        """Take no more."""
        self._task.cancel()

    async def wait_closed(self) -> None:
        """Wait until no more is taken."""
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _take_all(self) -> None:
        while True:
            try:
                await self._arrival()
                await asyncio.sleep(self._pause())
                await self._take_some()
            except ConnectionError as error:
                # One client that has gone is no reason to keep the others waiting.
                logger.debug("a connection ended before it was taken: %s", error)
            except Exception:
                logger.exception("the site takes no connection for a moment")
                await asyncio.sleep(REST_SECONDS)

    async def _arrival(self) -> None:
        """Wait until a connection waits."""
        arrival = asyncio.Event()
        self._loop.add_reader(self._socket, arrival.set)
        try:
            await arrival.wait()
        finally:
            self._loop.remove_reader(self._socket)

    def _pause(self) -> float:
        self._open = [one for one in self._open if not one.is_closing()]
        return min(len(self._open) * PAUSE_SECONDS, MOST_PAUSE_SECONDS)

    async def _take_some(self) -> None:
        with contextlib.suppress(BlockingIOError):
            for _connection in range(max(AT_ONCE, len(self._open) // 8)):
                await self._take()

    async def _take(self) -> None:
        with contextlib.ExitStack() as unless_taken:
            connection, _address = self._socket.accept()
            unless_taken.callback(connection.close)
            transport, _protocol = await self._loop.connect_accepted_socket(self._make, connection)
            self._open.append(transport)
            unless_taken.pop_all()
