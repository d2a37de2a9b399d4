"""Read the body of a request, within limits of size and time.

It is read before a thread begins, so that slow clients hold none of the site's few threads.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import IO, Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

EXPLAINED_BYTES = 12 * 1024 * 1024
"""A body may have so many bytes more than the site accepts: a page explains its limit."""

SMALL_BYTES = 64 * 1024
"""Bodies up to this size are always read, however much of larger ones is held already."""

HELD = 4
"""How many of the largest bodies one process of the site reads at once."""

SECONDS = 15.0
"""How long a body may take to come, unless it is large."""

SLOWEST_RATE = 32 * 1024
"""The least bytes a second at which a large body must arrive, after these seconds."""

HEARD_OUT_SECONDS = 2.0
"""How long a refused client may go on sending: closing the socket sooner would lose the answer."""

_REASONS = {
    HTTPStatus.REQUEST_TIMEOUT: (
        f"a request must arrive within {SECONDS:.0f} seconds, "
        f"a larger one at {SLOWEST_RATE // 1024} KiB a second."
    ),
    HTTPStatus.LENGTH_REQUIRED: "send a Content-Length instead of a chunked body.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "this site reads no request that is so large.",
    HTTPStatus.SERVICE_UNAVAILABLE: "too many requests at once; Retry-After says how long to wait.",
}


LATER_SECONDS = 5
"""When to try again if too many large bodies arrive at once."""


class Refused(Exception):
    """The request is not answered; `status` says why, and `seconds` when to try again."""

    def __init__(self, status: HTTPStatus, *, seconds: int = LATER_SECONDS) -> None:
        super().__init__(status.phrase)
        self.status, self.seconds = status, seconds

    async def answer(self, receive: Receive, send: Send) -> None:
        """Say why, and end the connection once the client has stopped sending."""
        text = f"{self.status.value} {self.status.phrase}: {_REASONS[self.status]}\n".encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(text)).encode()),
            (b"connection", b"close"),
        ]
        if self.status == HTTPStatus.SERVICE_UNAVAILABLE:
            headers.append((b"retry-after", str(self.seconds).encode()))
        await send({"type": "http.response.start", "status": self.status.value, "headers": headers})
        await send({"type": "http.response.body", "body": text, "more_body": True})
        try:
            async with asyncio.timeout(HEARD_OUT_SECONDS):
                while (await receive()).get("more_body"):
                    pass
        except TimeoutError:
            pass
        await send({"type": "http.response.body"})


class Left(Exception):
    """The client has gone before its request was complete."""


class Arrivals:
    """Read bodies, and count the memory of the larger ones."""

    def __init__(self, *, accepted_bytes: int) -> None:
        """`accepted_bytes` is the longest request that the site accepts."""
        self._most = accepted_bytes + EXPLAINED_BYTES
        self._held = 0

    async def body(self, scope: Scope, receive: Receive) -> IO[bytes]:
        """Return all of a body, in a file. Raises Refused or Left."""
        size = _size(dict(scope["headers"]), self._most)
        large = size if size > SMALL_BYTES else 0
        if large and self._held + large > HELD * self._most:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE)
        self._held += large
        file = tempfile.SpooledTemporaryFile(SMALL_BYTES)  # noqa: SIM115 - the caller closes it
        try:
            async with asyncio.timeout(SECONDS + size / SLOWEST_RATE):
                await _fill(file, receive)
        except BaseException as error:
            file.close()
            if isinstance(error, TimeoutError):
                raise Refused(HTTPStatus.REQUEST_TIMEOUT) from None
            raise
        finally:
            self._held -= large
        return file


def _size(headers: dict[bytes, bytes], most: int) -> int:
    if b"transfer-encoding" in headers:
        raise Refused(HTTPStatus.LENGTH_REQUIRED)
    size = int(headers.get(b"content-length", b"0"))
    if size > most:
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return size


async def _fill(file: IO[bytes], receive: Receive) -> None:
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Left
        file.write(message["body"])
        more = message["more_body"]
    file.seek(0)
