"""The ASGI application that serves `/live/`: server-sent events, one stream a viewer."""

import asyncio
import contextlib
import json
import logging
import re
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.db import Error
from django.http.request import split_domain_port, validate_host

from tournaments.machinery.web.arrivals import Receive, Scope, Send
from tournaments.machinery.web.networks import counted
from tournaments.machinery.web.prefixes import without_prefix
from tournaments.queries.games.changes import PLAY, TOURNAMENTS, Subject
from tournaments.queries.games.live import MOST_BOARDS
from tournaments.web import problems
from tournaments.web.live.feeds import Channel
from tournaments.web.live.hub import Hub, TooMany, with_a_live_connection
from tournaments.web.live.rows import Row
from tournaments.web.live.strips import Reader, Source
from tournaments.web.live.visitors import Admitted, Places, Refused, admit

logger = logging.getLogger(__name__)

BEAT_SECONDS = 15.0
"""After this time without news a stream sends a comment, since proxies end silent streams."""

STREAM_SECONDS = 600.0
"""After this time a stream ends between two messages; browsers reconnect and are checked again."""

PIECE_BYTES = 32 * 1024
"""The most bytes that are sent to a viewer in one piece; the next waits until it has left."""

_MATCH = re.compile(r"/live/matches/(\d{1,18})/(film/)?")
_BOARDS = re.compile(r"/live/boards/(\d{1,18}(?:,\d{1,18})*)/")
_ROW = re.compile(rf"/live/(?:({PLAY})/([a-z0-9]{{1,20}})|({TOURNAMENTS})/(\d{{1,18}}))/")
_AFTER = re.compile(rb"after=([\d.]{1,60})")
_BEAT = b": still here\n\n"
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    # Otherwise nginx would buffer messages until it has a page of them.
    (b"x-accel-buffering", b"no"),
]
_LATER = ((b"retry-after", b"60"),)
_BESIDE = {405: ((b"allow", b"GET"),), 429: _LATER, 503: _LATER}
"""Additional headers of a refusal, by its status."""


@dataclass(frozen=True)
class Asked:
    """A request for a stream: of matches from a position, or of changes of a `subject`.

    `films` asks for films of the games instead of only their events, `whole` for each film from its
    start. Small boards have no position: they begin again with the current picture.
    """

    matches: list[int]
    position: str
    films: bool
    whole: bool = True
    subject: Subject | None = None


class Streams:
    """Serves events of a match, its film, small boards of a few, and changes of other rows."""

    def __init__(self, hub: Hub, places: Places) -> None:
        self._hub = hub
        self._places = places
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="admission")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            headers = checked_headers(scope)
            peer = scope["client"][0] if scope.get("client") else ""
            visitor = counted(peer, headers.get("x-forwarded-for", ""))
            asked = _asked(scope, headers)
            admitted = await self._admit(
                partial(admit, headers, asked.matches, visitor, asked.subject)
            )
            with (
                self._places.taken(admitted.viewer, asked.matches),
                self._hub.watching(asked.matches, running=admitted.running) as channels,
            ):
                await self._serve(asked, channels, receive, send)
        except TooMany:
            await refuse(Refused("no_room", "Too many matches are watched at the moment."), send)
        except Refused as refusal:
            await refuse(refusal, send)
        except Error as error:
            logger.warning("a stream is refused without the database: %s", error)
            why = "The database cannot be used at the moment."
            await refuse(Refused("database_away", why), send)

    async def _admit(self, call: Callable[[], Admitted]) -> Admitted:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, with_a_live_connection, call)

    async def _serve(
        self, asked: Asked, channels: list[Channel], receive: Receive, send: Send
    ) -> None:
        with contextlib.ExitStack() as stack:
            heard: Sequence[Channel | Row] = channels
            sources: Sequence[Source] = channels
            if asked.subject is not None:
                sources = heard = (stack.enter_context(self._hub.following(asked.subject)),)
            elif asked.films:
                sources = stack.enter_context(self._hub.filming(channels))
            readers = [Reader(source, asked.position, whole=asked.whole) for source in sources]
            await serve(self._messages(readers, heard), receive, send)

    async def _messages(
        self, readers: list[Reader], heard: Sequence[Channel | Row]
    ) -> AsyncGenerator[bytes, None]:
        """Yield old and new messages until all are over, and an empty one before each wait."""
        while not self._hub.is_stopping:
            news = [source.news for source in heard]
            for reader in readers:
                before = reader.position
                for message in reader.due():
                    if reader.position != before:
                        before = reader.position
                        yield f"id: {before}\n".encode()
                    yield message
            if all(reader.is_done for reader in readers):
                return
            yield b""
            await news_of(news)


async def news_of(news: list[asyncio.Event]) -> None:
    """Wait for any of the news, or until the next sign of life is due."""
    if len(news) == 1:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BEAT_SECONDS):
                await news[0].wait()
        return
    waits = [asyncio.ensure_future(event.wait()) for event in news]
    try:
        await asyncio.wait(waits, timeout=BEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


async def serve(messages: AsyncGenerator[bytes, None], receive: Receive, send: Send) -> None:
    """Send the messages until they end or the client disconnects."""
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    sending = asyncio.ensure_future(_send_all(messages, send))
    leaving = asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        if not sending.done():
            sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending


async def _send_all(messages: AsyncGenerator[bytes, None], send: Send) -> None:
    """Send in one piece what comes together; an empty message means that a pause follows."""
    now = asyncio.get_running_loop().time
    end, beat = now() + STREAM_SECONDS, now() + BEAT_SECONDS
    waiting = bytearray()
    async with contextlib.aclosing(messages):
        async for message in messages:
            if not message and not waiting and now() >= beat:
                waiting += _BEAT
            for begin in range(0, max(1, len(message)), PIECE_BYTES):
                waiting += message[begin : begin + PIECE_BYTES]
                if waiting and (not message or len(waiting) >= PIECE_BYTES):
                    await _send(send, bytes(waiting), more=True)
                    waiting.clear()
                    beat = now() + BEAT_SECONDS
            if not message and now() > end:
                break
    await _send(send, bytes(waiting), more=False)


async def _send(send: Send, body: bytes, *, more: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def refuse(refusal: Refused, send: Send) -> None:
    """Send a problem as the API does (`tournaments.web.problems`)."""
    problem = problems.document(refusal.kind, str(refusal))
    text, status = json.dumps(problem).encode(), problem["status"]
    headers = [
        (b"content-type", problems.MEDIA_TYPE.encode()),
        (b"content-length", str(len(text)).encode()),
        *_BESIDE.get(status, ()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def checked_headers(scope: Scope) -> dict[str, str]:
    """Return the headers of a request for a stream. Raises Refused."""
    headers = {name.decode("latin-1"): text.decode("latin-1") for name, text in scope["headers"]}
    host = split_domain_port(headers.get("host", ""))[0]
    if not validate_host(host, settings.ALLOWED_HOSTS):
        raise Refused("invalid", "This site has another name.")
    if scope["method"] != "GET":
        raise Refused("method_not_allowed", "A stream can only be read.")
    return headers


def _asked(scope: Scope, headers: dict[str, str]) -> Asked:
    """Parse a request. Raises Refused."""
    address = without_prefix(scope["path"])
    if path := _MATCH.fullmatch(address):
        return Asked([int(path[1])], _position(scope, headers), films=bool(path[2]))
    if path := _BOARDS.fullmatch(address):
        matches = list(dict.fromkeys(map(int, path[1].split(","))))
        if len(matches) > MOST_BOARDS:
            raise Refused("invalid", f"A stream shows {MOST_BOARDS} matches at the most.")
        return Asked(matches, "", films=True, whole=False)
    if path := _ROW.fullmatch(address):
        subject = Subject(path[1] or path[3], path[2] or path[4])
        return Asked([], "", films=False, subject=subject)
    raise Refused("not_found", "There is no such stream.")


def _position(scope: Scope, headers: dict[str, str]) -> str:
    """Return the viewer's position; a page that opens a new stream sends it in the address."""
    if "last-event-id" in headers:
        return headers["last-event-id"]
    asked = _AFTER.fullmatch(scope.get("query_string", b""))
    return asked[1].decode() if asked else ""
