"""One process of the site: pages, and the streams of running games."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import AsyncGenerator
from types import FrameType
from typing import Any

from django.conf import settings
from django.urls import resolve, reverse

from tournaments.machinery.messages import live_logs
from tournaments.machinery.web import lifespan
from tournaments.machinery.web.arrivals import Receive, Scope, Send
from tournaments.machinery.web.prefixes import with_prefix, without_prefix
from tournaments.queries.games import changes, live
from tournaments.web.charsets import Handler
from tournaments.web.live.hub import Hub
from tournaments.web.live.lines import PATH, Lines
from tournaments.web.live.streams import Streams
from tournaments.web.live.visitors import Places


class Site:
    """The ASGI application of the site."""

    def __init__(self) -> None:
        environment = settings.ENVIRONMENT
        places = Places(
            most=environment["KAURI_LIVE_VIEWERS"],
            most_each=environment["KAURI_LIVE_VIEWERS_AN_ADDRESS"],
            matches_each=environment["KAURI_LIVE_MATCHES_AN_ADDRESS"],
        )
        self._hub = Hub(live_logs.logs(), live.look, changes.marks)
        self._streams = Streams(self._hub, places)
        lines = Places(most=environment["KAURI_REMOTE_STREAMS"], most_each=2, matches_each=1)
        self._lines = Lines(self._hub, lines)
        self._pages = Handler()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page, a stream, or the process itself."""
        if scope["type"] == "lifespan":
            await lifespan.live(self._following(), receive, send)
        else:
            scope["path"] = with_prefix(scope["path"])
            await self._program(without_prefix(scope["path"]))(scope, receive, send)

    def _program(self, path: str) -> Handler | Lines | Streams:
        if path.startswith("/live/"):
            return self._streams
        return self._lines if PATH.fullmatch(path) else self._pages

    @contextlib.asynccontextmanager
    async def _following(self) -> AsyncGenerator[None, None]:
        """Follow the running games that are watched."""
        threading.Thread(target=prepare, daemon=True).start()
        self._end_streams_at_a_signal()
        tending = asyncio.ensure_future(self._hub.run())
        renewing = asyncio.ensure_future(self._lines.run())
        # If that ever fails, the process ends, and is started again.
        tending.add_done_callback(self._end_without_hub)
        yield
        self._hub.stop()
        renewing.cancel()
        await tending

    def _end_without_hub(self, _ended: object) -> None:
        if not self._hub.is_stopping:
            signal.raise_signal(signal.SIGTERM)

    def _end_streams_at_a_signal(self) -> None:
        """End the streams at SIGTERM, since Uvicorn would wait for them."""
        loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)

        def stop(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self._hub.stop)
            if callable(before):
                before(number, frame)

        signal.signal(signal.SIGTERM, stop)


def prepare() -> None:
    """Load what the first visitors would wait for: all views, and the schema of the API."""
    view: Any = resolve(reverse("api:schema")).func
    view.cls.prepare()
