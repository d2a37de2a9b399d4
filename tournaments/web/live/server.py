"""Uvicorn, which takes its connections from the web server, with what has come by them."""

import asyncio
import contextlib
import logging.config
import resource
import socket
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

import uvicorn
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from tournaments.machinery.messages import live_logs
from tournaments.machinery.processes.supervise import STOP_SIGNALS
from tournaments.machinery.web import handing
from tournaments.queries.games import changes, live
from tournaments.web.live.hub import Hub
from tournaments.web.live.streams import Streams
from tournaments.web.live.visitors import Places

DESCRIPTORS_BESIDE = 200
"""Files and connections of the program besides those of its viewers."""

TICK_SECONDS = 1.0
"""How often the date that answers tell is made anew."""

logger = logging.getLogger(__name__)


class HandedConnection(H11Protocol):
    """A connection by which something has come already."""

    def __init__(self, server: "Server", beginning: bytes) -> None:
        super().__init__(server.config, server.server_state, {})
        self._beginning = beginning

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        self.data_received(self._beginning)


class Server(uvicorn.Server):
    """Serves streams on connections that are handed to it at `path`."""

    def __init__(self, path: Path, hub: Hub, places: Places) -> None:
        config = uvicorn.Config(
            Streams(hub, places),
            http=H11Protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)
        self._path = path
        self._hub = hub
        self._takings: set[asyncio.Task[None]] = set()
        self._leaving = asyncio.Event()

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal comes, then end every stream."""
        loop = asyncio.get_running_loop()
        tending = asyncio.ensure_future(self._hub.run())
        # Should that ever fail, the program ends, and is started again.
        tending.add_done_callback(lambda _ended: self.leave())
        with contextlib.closing(handing.listener(self._path)) as listening:
            loop.add_reader(listening, self._let_in, listening)
            try:
                await super().serve(sockets or [])
            finally:
                loop.remove_reader(listening)
                self._path.unlink(missing_ok=True)
                self._hub.stop()
                await tending

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave at a signal. Uvicorn's own way would end the program before it has cleared up."""
        loop = asyncio.get_running_loop()
        for number in STOP_SIGNALS:
            loop.add_signal_handler(number, self.leave)
        yield

    async def main_loop(self) -> None:
        """Wait until it is to leave. Uvicorn's own loop wakes ten times a second to look."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._leaving.wait(), TICK_SECONDS)

    def leave(self) -> None:
        """End every stream, and then the program: uvicorn waits for streams that go on."""
        self._hub.stop()
        self.should_exit = True
        self._leaving.set()

    def _let_in(self, listening: socket.socket) -> None:
        with contextlib.suppress(BlockingIOError):
            channel, _address = listening.accept()
            channel.setblocking(False)
            asyncio.get_running_loop().add_reader(channel, self._take, channel)

    def _take(self, channel: socket.socket) -> None:
        try:
            handed = handing.receive(channel)
        except BlockingIOError:
            return
        except OSError as error:
            logger.warning("a connection could not be taken over: %s", error)
            return
        loop = asyncio.get_running_loop()
        if handed is None:
            loop.remove_reader(channel)
            channel.close()
            return
        connection, request = handed
        made = partial(HandedConnection, self, request)
        task = loop.create_task(_accept(made, connection))
        self._takings.add(task)
        task.add_done_callback(self._takings.discard)


async def _accept(made: Callable[[], HandedConnection], connection: socket.socket) -> None:
    try:
        await asyncio.get_running_loop().connect_accepted_socket(made, connection)
    except OSError:
        # Its viewer has left already.
        connection.close()


def run(path: Path) -> None:
    """Serve streams in the foreground."""
    logging.config.dictConfig(settings.LOGGING)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_no_slow_viewer)
    given = settings.ENVIRONMENT
    most = _viewers(given["KAURI_LIVE_VIEWERS"])
    places = Places(
        most=most,
        most_each=given["KAURI_LIVE_VIEWERS_AN_ADDRESS"],
        matches_each=given["KAURI_LIVE_MATCHES_AN_ADDRESS"],
    )
    logs = live_logs.logs()

    async def serve() -> None:
        await Server(path, Hub(logs, live.look, changes.marks), places).serve()

    asyncio.run(serve())


def _is_no_slow_viewer(line: logging.LogRecord) -> bool:
    """Uvicorn would note an error whenever a stream is ended that its viewer does not read."""
    return "without completing response" not in line.getMessage()


def _viewers(wanted: int) -> int:
    """How many there can be: each takes a descriptor, of which a process has a number."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + DESCRIPTORS_BESIDE
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(wanted, soft - DESCRIPTORS_BESIDE))
