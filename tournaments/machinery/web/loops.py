"""The event loop of the site's processes, which share the connections that wait."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from itertools import filterfalse
from operator import methodcaller
from typing import Any

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 0.00025
"""For each connection that it has, a process leaves the next one to others for so long."""

MOST_SECONDS = 0.025
"""The longest of these pauses."""

REST_SECONDS = 1.0
"""How long a process takes none after one that failed, such as with no file left to open."""


class SharingLoop(asyncio.SelectorEventLoop):
    """Takes new connections one by one, and the fewer the more it has.

    With asyncio's own way one process takes all that wait: of fifty readers who came at once it
    often had more than forty, and the other process was idle.
    """

    async def create_server(  # type: ignore[override] # asyncio has it for hosts as well
        self,
        make: Callable[[], asyncio.Protocol],
        *,
        sock: socket.socket,
        backlog: int,
        **_rest: Any,
    ) -> "Listener":
        """Serve on a socket, on which so many connections may wait."""
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
        self._open: set[asyncio.BaseTransport] = set()
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
                await self._take()
            except Exception:
                logger.exception("the site takes no connection for a moment")
                await asyncio.sleep(REST_SECONDS)

    async def _take(self) -> None:
        connection, _address = await self._loop.sock_accept(self._socket)
        try:
            transport, _protocol = await self._loop.connect_accepted_socket(self._make, connection)
        except Exception:
            connection.close()
            raise
        self._open = {*filterfalse(methodcaller("is_closing"), self._open), transport}
        await asyncio.sleep(min(len(self._open) * PAUSE_SECONDS, MOST_SECONDS))
