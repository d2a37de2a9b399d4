"""Send responses to clients that read slowly or not at all without blocking a thread."""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import Executor
from contextvars import Context
from functools import partial
from http.cookies import Morsel
from typing import Any

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from agents.frames import with_room
from tournaments.machinery.web.arrivals import Receive, Send

PIECE_BYTES = 128 * 1024
"""The size of the pieces of a response; a client gets the next when it has read the last."""

HELD_BYTES = 512 * 1024 * 1024
"""The most bytes of unread responses that one process of the site holds."""

_LOOK_SECONDS = 0.05
"""The time between two looks at a response that is being made."""

Pieces = AsyncGenerator[bytes, None]


class Unread:
    """The memory of all responses under way, ordered by how long their clients have not read."""

    def __init__(self) -> None:
        self._held: dict[asyncio.Task[Any], Callable[[], int]] = {}

    def hold(self, size: Callable[[], int]) -> None:
        """Note that this task's client has read; cut off others until the sum fits the limit."""
        task = asyncio.current_task()
        assert task is not None
        self._held.pop(task, None)
        self._held[task] = size
        excess = sum(held() for held in self._held.values()) - HELD_BYTES
        while excess > 0 and len(self._held) > 1:
            other = next(iter(self._held))
            excess -= self._held.pop(other)()
            other.cancel()

    def forget(self) -> None:
        """Note that this task's response is over."""
        task = asyncio.current_task()
        assert task is not None
        self._held.pop(task, None)


async def stored(
    response: StreamingHttpResponse, context: Context, threads: Executor, unread: Unread
) -> Pieces:
    """Yield the pieces of a file, each read by a thread when the client has taken the last."""
    loop, pieces = asyncio.get_running_loop(), iter(response)
    try:
        while piece := await loop.run_in_executor(threads, context.run, _joined, pieces):
            unread.hold(partial(len, piece))
            for begin in range(0, len(piece), PIECE_BYTES):
                yield piece[begin : begin + PIECE_BYTES]
    finally:
        await loop.run_in_executor(threads, context.run, response.close)


def _joined(pieces: Iterator[bytes]) -> bytes:
    joined = bytearray()
    for piece in pieces:
        joined += piece
        if len(joined) >= PIECE_BYTES:
            break
    return bytes(joined)


async def made(
    response: StreamingHttpResponse, context: Context, threads: Executor, unread: Unread
) -> Pieces:
    """Yield the pieces of a response that one thread makes in one go, into an unnamed file.

    A cursor of the database belongs to one thread, and a slow client must not keep it open.
    """
    loop, begin = asyncio.get_running_loop(), 0
    with tempfile.TemporaryFile(dir=settings.VAR, buffering=0) as file:
        number = file.fileno()
        make = partial(with_room, _make, response, file)
        making = loop.run_in_executor(threads, context.run, make)
        try:
            while True:
                is_made = making.done()
                piece = os.pread(number, PIECE_BYTES, begin)
                if piece:
                    unread.hold(lambda: os.fstat(number).st_size)
                    begin += len(piece)
                    yield piece
                elif is_made:
                    break
                else:
                    await asyncio.wait([making], timeout=_LOOK_SECONDS)
            await making
        finally:
            unread.forget()
            making.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await making


def _make(response: StreamingHttpResponse, file: Any) -> None:
    try:
        for piece in response:
            file.write(piece)
    finally:
        response.close()


async def whole(response: HttpResponse) -> Pieces:
    """Yield the pieces of a response that is complete."""
    content = response.content
    for begin in range(0, len(content), PIECE_BYTES):
        yield content[begin : begin + PIECE_BYTES]


async def send_all(
    response: HttpResponseBase, pieces: Pieces, receive: Receive, send: Send
) -> None:
    """Send the head and the pieces, unless the client has left."""
    head = {"type": "http.response.start", "status": response.status_code}
    await send({**head, "headers": _headers(response)})
    leaving = asyncio.ensure_future(_left(receive))
    try:
        async with contextlib.aclosing(pieces):
            async for piece in pieces:
                if leaving.done():
                    return
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body"})
    finally:
        leaving.cancel()


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.encode(), value.encode("latin-1")) for name, value in response.items()]
    return headers + [(b"Set-Cookie", _written(cookie)) for cookie in response.cookies.values()]


def _written(cookie: "Morsel[str]") -> bytes:
    """Return a cookie as a header. Browsers send it to this site alone, not to its whole host."""
    cookie["path"] = f"{settings.PATH_PREFIX}/"
    return cookie.output(header="").strip().encode()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
