"""A request of which not everything has come yet: whether it may go on, and when it is complete.

A client that sends its request byte by byte would otherwise hold one of the site's few threads.
"""

import re
from dataclasses import dataclass, field
from http import HTTPStatus

HEAD_BYTES = 64 * 1024
"""The most that the request line and the headers may have together."""

REQUEST_BYTES = 24 * 1024 * 1024
"""The most that a whole request may have: twice what the site takes, to say so on a page."""

SMALL_BYTES = 64 * 1024
"""Requests up to this size come in, however much of larger ones is held already."""

HELD_BYTES = 96 * 1024 * 1024
"""The most that one process of the site holds of requests that have not come completely."""

SECONDS = 15.0
"""How long a request may take to come, unless it is large."""

SLOWEST_RATE = 32 * 1024
"""The bytes a second at which a large request may come after these seconds."""

_HEAD_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r\n", re.IGNORECASE)
_PIECES = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.IGNORECASE)
_WAITS = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)


class Refused(Exception):
    """The request is not read any further; `status` says why."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status

    def answer(self) -> bytes:
        """The whole answer, which ends the connection."""
        text = f"{self.status.value} {self.status.phrase}: {_REASONS[self.status]}\n".encode()
        head = (
            f"HTTP/1.1 {self.status.value} {self.status.phrase}\r\n"
            f"Content-Type: text/plain; charset=utf-8\r\nContent-Length: {len(text)}\r\n"
            "Connection: close\r\n\r\n"
        )
        return head.encode() + text


_REASONS = {
    HTTPStatus.REQUEST_TIMEOUT: (
        f"a request must arrive within {SECONDS:.0f} seconds, "
        f"a larger one at {SLOWEST_RATE // 1024} KiB a second."
    ),
    HTTPStatus.LENGTH_REQUIRED: "send a Content-Length instead of a chunked body.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        f"a request may have {REQUEST_BYTES // 1024 // 1024} MiB at the most."
    ),
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: (
        f"the headers may have {HEAD_BYTES // 1024} KiB at the most."
    ),
    HTTPStatus.BAD_GATEWAY: "live streams rest at the moment; try again soon.",
    HTTPStatus.SERVICE_UNAVAILABLE: "too many large requests arrive at once; try again soon.",
}


@dataclass
class Arrival:
    """What has come of one request since `began` (seconds of a monotonic clock)."""

    began: float
    data: bytearray = field(default_factory=bytearray)
    wanted: int | None = None
    waits_for_word: bool = False
    """Whether the client sends no body before it has got the word to go on (RFC 9110, 10.1.1)."""

    def add(self, piece: bytes, *, held: int) -> None:
        """Take what has come; `held` are the bytes that all other requests hold.

        Raises Refused for a request that is too large, has no length, or finds no room.
        """
        searched = max(0, len(self.data) - len(_HEAD_END))
        self.data += piece
        if self.wanted is None:
            self._read_head(searched)
        if len(self.data) > SMALL_BYTES and held + len(self.data) > HELD_BYTES:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE)

    def is_complete(self) -> bool:
        """Whether all has come that the headers announce."""
        return self.wanted is not None and len(self.data) >= self.wanted

    def deadline(self) -> float:
        """When the request must have come."""
        return self.began + SECONDS + (self.wanted or 0) / SLOWEST_RATE

    def _read_head(self, searched: int) -> None:
        end = self.data.find(_HEAD_END, searched)
        if end < 0:
            if len(self.data) > HEAD_BYTES:
                raise Refused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        end += len(_HEAD_END)
        head = bytes(self.data[:end])
        self.waits_for_word = _WAITS.search(head) is not None
        if _PIECES.search(head):
            raise Refused(HTTPStatus.LENGTH_REQUIRED)
        length = _LENGTH.search(head)
        self.wanted = end + (int(length[1]) if length else 0)
        if self.wanted > REQUEST_BYTES:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
