"""The ASGI application that serves the streams of remote bots, and renews their leases.

It also notes that the web server is up: while it is down, no clock runs.
"""

import asyncio
import contextlib
import logging
import re
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from django.db import Error
from django.utils import timezone

from tournaments.machinery.web.arrivals import Receive, Scope, Send
from tournaments.machinery.web.prefixes import without_prefix
from tournaments.models import LastDone
from tournaments.queries.casual.turns import Correspondence
from tournaments.queries.games.changes import REMOTE, Subject
from tournaments.services.bots import connecting
from tournaments.services.bots.connecting import Line
from tournaments.web.live import streams
from tournaments.web.live.hub import Hub, with_a_live_connection
from tournaments.web.live.rows import Row
from tournaments.web.live.strips import message
from tournaments.web.live.visitors import Places, Refused, admit_program

logger = logging.getLogger(__name__)

RENEW_SECONDS = 3.0
"""Seconds between two signs of life of a process, and between two renewals of its leases."""

PATH = re.compile(r"/api/v1/remote/([a-z0-9-]{1,40})/stream/")
_AT_ONCE = re.compile(rb"at_once=(\d{1,4})")

Answer = TypeVar("Answer")


class Lines:
    """Serves one stream for each program of a remote bot. `run` renews leases until cancelled."""

    def __init__(self, hub: Hub, places: Places) -> None:
        self._hub = hub
        self._places = places
        self._lines: Counter[Line] = Counter()
        self._rows: dict[Line, Row] = {}
        self._ended: set[Line] = set()
        # Each turn replays its game. Pages and viewers do not wait for that.
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="remote")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = PATH.fullmatch(without_prefix(scope["path"]))
        at_once = _AT_ONCE.search(scope["query_string"])
        assert path is not None
        try:
            headers = streams.checked_headers(scope)
            line = await self._in_thread(partial(admit_program, headers, path[1]))
            with self._places.taken(f"bot-{line.bot}", []):
                async with self._held(line, int(at_once[1]) if at_once else 1):
                    await streams.serve(self._messages(line), receive, send)
        except Refused as refusal:
            await streams.refuse(refusal, send)

    async def run(self) -> None:
        """Note that the web server is up, and renew the leases of all that is valid."""
        while True:
            try:
                await self._in_thread(_note_web_server)
                await self._renew()
            except Error as error:
                logger.warning("remote bots keep no connection for a moment: %s", error)
            await asyncio.sleep(RENEW_SECONDS)

    async def _renew(self) -> None:
        """Renew the leases, and end the streams whose tokens or bots are no longer valid."""
        lines = set(self._lines)
        if not lines:
            return
        renew = partial(connecting.renew, lines, now=timezone.now())
        for line in lines - await self._in_thread(renew):
            self._ended.add(line)
            self._rows[line].tell()

    @contextlib.asynccontextmanager
    async def _held(self, line: Line, at_once: int) -> AsyncGenerator[None, None]:
        """Keep the bot of a stream connected."""
        now = timezone.now
        await self._in_thread(partial(connecting.connect, line.bot, at_once=at_once, now=now()))
        with self._hub.following(Subject(REMOTE, str(line.bot))) as row:
            self._rows[line] = row
            self._lines[line] += 1
            try:
                yield
            finally:
                self._leave(line)
                if line.bot not in {other.bot for other in self._lines}:
                    await self._in_thread(partial(connecting.disconnect, line.bot, now=now()))

    def _leave(self, line: Line) -> None:
        self._lines[line] -= 1
        if not self._lines[line]:
            del self._lines[line], self._rows[line]
            self._ended.discard(line)

    async def _messages(self, line: Line) -> AsyncGenerator[bytes, None]:
        """Yield the messages of a bot, and an empty one before each wait."""
        row, correspondence = self._rows[line], Correspondence(line.bot)
        while not self._hub.is_stopping and line not in self._ended:
            news = [row.news]
            for kind, fields in await self._in_thread(correspondence.due):
                yield message(kind, fields)
            yield b""
            await streams.news_of(news)

    async def _in_thread(self, call: Callable[[], Answer]) -> Answer:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, with_a_live_connection, call)


def _note_web_server() -> None:
    LastDone.note(LastDone.Name.WEB, now=timezone.now())
