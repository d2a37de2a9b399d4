"""Turns of waiting requests: who plays comes first, search engines last, and no queue is endless.

A site that lets everybody wait answers nobody in time. So each process of it lets a stated number
of requests wait, and refuses more at once, with the time after which to come again.
"""

import asyncio
import heapq
import itertools
import math
import re
from collections.abc import Callable
from concurrent.futures import Executor
from enum import IntEnum
from http import HTTPStatus
from typing import TypeVar

from tournaments.machinery.web import figures
from tournaments.machinery.web.arrivals import Left, Receive, Refused, Scope
from tournaments.machinery.web.prefixes import without_prefix

Answer = TypeVar("Answer")

PROBES = {"/healthz", "/readyz", "/metrics"}

_FIRST = ("/play/", "/static/")
"""Addresses of games that people play, and of files without which a page is of no use."""

_ENGINES = re.compile(rb"bot\b|crawl|spider|slurp", re.IGNORECASE)
"""What search engines call themselves; the browsers of people do not."""


class Rank(IntEnum):
    """Who goes first: whoever sends something or plays, members, visitors, search engines."""

    PROBE = 0
    PLAYER = 1
    MEMBER = 2
    VISITOR = 3
    ENGINE = 4


SHARES = {
    Rank.PROBE: math.inf,
    Rank.PLAYER: 1.0,
    Rank.MEMBER: 0.75,
    Rank.VISITOR: 0.5,
    Rank.ENGINE: 0.125,
}
"""The part of the queue up to which a request of each rank may join it."""

LEAD_SECONDS = 0.25
"""How much later a member may come than a visitor, and still go first: else visitors could starve.
"""


def rank(scope: Scope) -> Rank:
    """Return the rank of a request by its method, its address and its headers."""
    headers, path = dict(scope["headers"]), without_prefix(scope["path"])
    if path in PROBES:
        return Rank.PROBE
    if scope["method"] not in {"GET", "HEAD"} or path.startswith(_FIRST):
        return Rank.PLAYER
    if b"authorization" in headers or b"sessionid=" in headers.get(b"cookie", b""):
        return Rank.MEMBER
    return Rank.ENGINE if _ENGINES.search(headers.get(b"user-agent", b"")) else Rank.VISITOR


_Waiting = tuple[Rank, float, int, "asyncio.Future[None]"]


def _place(rank: Rank, now: float) -> tuple[Rank, float]:
    """Where a request stands in the queue: by rank and age, with members and visitors together."""
    return (Rank.VISITOR, now - LEAD_SECONDS) if rank is Rank.MEMBER else (rank, now)


class Turns:
    """Gives each request a thread, by its place in the queue. For one event loop."""

    def __init__(self, threads: Executor, *, size: int, most: int) -> None:
        self._threads, self._size, self._most = threads, size, most
        self._free = size
        self._waiting: list[_Waiting] = []
        self._numbers = itertools.count()
        self._pace = 0.0

    async def take(self, rank: Rank, receive: Receive, call: Callable[[], Answer]) -> Answer:
        """Return what `call` returns on a thread. Raises Refused, and Left if the client goes."""
        if self._free:
            self._free -= 1
        else:
            await self._turn(rank, receive)
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            return await loop.run_in_executor(self._threads, call)
        finally:
            self._pace += (loop.time() - began - self._pace) / 16
            self._hand_on()

    async def _turn(self, rank: Rank, receive: Receive) -> None:
        """Wait until another request hands its thread on to this one."""
        if len(self._waiting) >= SHARES[rank] * self._most:
            figures.REFUSED.inc()
            seconds = 1 + math.ceil(len(self._waiting) * self._pace / self._size)
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, seconds=seconds)
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        entry = (*_place(rank, loop.time()), next(self._numbers), turn)
        heapq.heappush(self._waiting, entry)
        leaving = asyncio.ensure_future(receive())
        try:
            await asyncio.wait({turn, leaving}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._leave(entry)
            raise
        finally:
            leaving.cancel()
        if not turn.done():
            self._leave(entry)
            raise Left

    def _leave(self, entry: _Waiting) -> None:
        if entry in self._waiting:
            self._waiting.remove(entry)
            heapq.heapify(self._waiting)
        else:
            self._hand_on()

    def _hand_on(self) -> None:
        if self._waiting:
            heapq.heappop(self._waiting)[-1].set_result(None)
        else:
            self._free += 1
