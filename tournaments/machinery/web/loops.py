"""The event loop of the site's processes, which share the connections that wait."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from typing import Any

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""The connections that a process takes before it leaves some to the others."""

PAUSE_SECONDS = 0.001
"""How long it leaves them to the others; with 2,000 at once the last waits for 0.3 seconds."""

REST_SECONDS = 1.0
"""How long a process takes none after a failure, such as with no file left to open."""


class SharingLoop(asyncio.SelectorEventLoop):
    """Takes a few new connections, and pauses.

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
                for _connection in range(AT_ONCE):
                    await self._take()
            except ConnectionError as error:
                # One client that has gone is no reason to keep the others waiting.
                logger.debug("a connection ended before it was taken: %s", error)
            except Exception:
                logger.exception("the site takes no connection for a moment")
                await asyncio.sleep(REST_SECONDS)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _take(self) -> None:
        with contextlib.ExitStack() as unless_taken:
            connection, _address = await self._loop.sock_accept(self._socket)
            unless_taken.callback(connection.close)
            await self._loop.connect_accepted_socket(self._make, connection)
            unless_taken.pop_all()
