"""Reads the logs and the database for the channels that are watched."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import TypeVar

from django.db import Error, close_old_connections, connection

from tournaments.machinery.messages.live_logs import Logs, LogsUnavailable
from tournaments.queries.games.changes import TOURNAMENTS, Subject
from tournaments.queries.games.live import Look
from tournaments.web.live.feeds import Channel
from tournaments.web.live.rows import Row
from tournaments.web.live.screens import Screen

logger = logging.getLogger(__name__)

READ_SECONDS = 0.1
"""Seconds between two reads of the logs."""

LOOK_SECONDS = 1.0
"""Seconds between two queries about matches, and after a failure."""

ROW_SECONDS = 0.25
"""Seconds between two queries about the casual games and tournaments that are watched."""

QUICK_SECONDS = 0.02
"""Seconds between two queries about a watched row that has changed lately, and goes on."""

BUSY = 4.0
"""How much longer than a turn of quick queries the pause after it is, up to READ_SECONDS."""

MATCHES = 200
"""The most running matches that may be watched at once. Others only cost a query, no place."""

Found = TypeVar("Found")
Viewed = TypeVar("Viewed", Channel, Row, Screen)


class TooMany(Exception):
    """The limit of running matches that may be watched is reached."""


class Hub:
    """All channels and rows. `run` serves them until `stop`.

    `look` asks the database about matches, and `marks` about casual games and tournaments.

    All blocking I/O (Redis, files, the database) is in one thread, so that no viewer waits for it.
    """

    def __init__(
        self,
        logs: Logs,
        look: Callable[[Mapping[int, int | None]], dict[int, Look]],
        marks: Callable[[Collection[Subject]], dict[Subject, str]],
    ) -> None:
        self._logs = logs
        self._look = look
        self._marks = marks
        self._channels: dict[int, Channel] = {}
        self._screens: dict[int, Screen] = {}
        self._rows: dict[Subject, Row] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hub")
        self._looked = 0.0
        self._marked = 0.0
        self._read_at = 0.0
        self._wake = asyncio.Event()
        self.is_stopping = False

    def __len__(self) -> int:
        return len(self._channels)

    @contextlib.contextmanager
    def watching(
        self, matches: Collection[int], *, running: Collection[int]
    ) -> Iterator[list[Channel]]:
        """Yield the channels of these matches, some of which are running, and keep them up to date.

        Raises TooMany.
        """
        taken = {match for match, channel in self._channels.items() if channel.is_running}
        if not taken.issuperset(running) and len(taken.union(running)) > MATCHES:
            raise TooMany
        channels = [self._channel(match, is_running=match in running) for match in matches]
        self._wake.set()
        with _viewed(channels, lambda channel: self._channels.pop(channel.match)):
            yield channels

    @contextlib.contextmanager
    def filming(self, channels: Collection[Channel]) -> Iterator[list[Screen]]:
        """Yield the screens of these channels, and film them until the end."""
        screens = [self._screens.setdefault(channel.match, Screen(channel)) for channel in channels]
        with _viewed(screens, lambda screen: self._screens.pop(screen.match)):
            yield screens

    @contextlib.contextmanager
    def following(self, subject: Subject) -> Iterator[Row]:
        """Yield the row of a game, a tournament or a bot, and keep it up to date until the end."""
        row = self._rows.setdefault(subject, Row(is_game=subject.kind != TOURNAMENTS))
        self._marked = 0.0
        self._wake.set()
        with _viewed([row], lambda _row: self._rows.pop(subject)):
            yield row

    async def run(self) -> None:
        """Keep all channels and rows up to date, and wait while there are none."""
        while not self.is_stopping:
            self._wake.clear()
            if self._channels or self._rows:
                began = time.monotonic()
                await self._turn()
                is_quick = any(row.is_lively for row in self._rows.values())
                # A query about many bots takes so long that the processor needs the pause.
                busy = min(BUSY * (time.monotonic() - began), READ_SECONDS)
                await asyncio.sleep(max(QUICK_SECONDS, busy) if is_quick else READ_SECONDS)
            else:
                await self._wake.wait()
        await self._in_thread(_close_connection)
        self._thread.shutdown()

    def stop(self) -> None:
        """End `run`, and every stream."""
        self.is_stopping = True
        self._wake.set()
        for channel in self._channels.values():
            channel.tell()
        for row in self._rows.values():
            row.tell()

    async def _turn(self) -> None:
        try:
            await self._mark()
            if time.monotonic() - self._read_at >= READ_SECONDS:
                self._read_at = time.monotonic()
                await self._read()
            if self._channels and time.monotonic() - self._looked >= LOOK_SECONDS:
                self._looked = time.monotonic()
                await self._ask()
            for screen in list(self._screens.values()):
                if await self._in_thread(screen.film):
                    screen.channel.tell()
        except (LogsUnavailable, Error) as error:
            logger.warning("games cannot be watched for a moment: %s", error)
            await asyncio.sleep(LOOK_SECONDS)

    async def _read(self) -> None:
        places = (
            (watched, place) for watched in self._channels.values() if (place := watched.wanted())
        )
        # More matches may have started since their viewers were admitted.
        following = dict(islice(places, MATCHES))
        if not following:
            return
        pieces = await self._in_thread(partial(self._logs.read, dict(following.values())))
        for channel, (key, _place) in following.items():
            was_stuck = channel.is_stuck
            channel.read(pieces.get(key))
            if channel.is_stuck and not was_stuck:
                self._looked = 0.0

    async def _ask(self) -> None:
        channels = dict(self._channels)
        asked = {match: channel.asked() for match, channel in channels.items()}
        looks = await self._in_thread(partial(self._look, asked))
        for match, channel in channels.items():
            channel.look(looks.get(match))

    async def _mark(self) -> None:
        rows = {subject: row for subject, row in self._rows.items() if row.is_lively}
        if time.monotonic() - self._marked >= ROW_SECONDS:
            self._marked = time.monotonic()
            rows = dict(self._rows)
        if not rows:
            return
        marks = await self._in_thread(partial(self._marks, rows.keys()))
        for subject, row in rows.items():
            row.look(marks.get(subject))

    async def _in_thread(self, call: Callable[[], Found]) -> Found:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, with_a_live_connection, call)

    def _channel(self, match: int, *, is_running: bool) -> Channel:
        if match not in self._channels:
            self._channels[match] = Channel(match, is_running=is_running)
            self._looked = 0.0
        return self._channels[match]


@contextlib.contextmanager
def _viewed(sources: Collection[Viewed], drop: Callable[[Viewed], object]) -> Iterator[None]:
    """Count one more viewer of each source, and drop those that nobody views afterwards."""
    for source in sources:
        source.viewers += 1
    try:
        yield
    finally:
        for source in sources:
            source.viewers -= 1
            if not source.viewers:
                drop(source)


def _close_connection() -> None:
    # `connection` is looked up in the thread that runs this; passing `connection.close` itself
    # would close the caller's connection.
    connection.close()


def with_a_live_connection(call: Callable[[], Found]) -> Found:
    """Call what uses the database, after closing stale connections as before a request."""
    close_old_connections()
    return call()
