"""A site of few pages for `test_webserver.py`, with the web server's patience of half a second."""

import contextlib
import gc
import os
from collections.abc import Callable, Iterator

import django
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from tests.deep_calls import fresh_pages
from tournaments.machinery.web import arrivals, connections, handler, lifespan
from tournaments.machinery.web.arrivals import Receive, Scope, Send

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
django.setup(set_prefix=False)

connections.SECONDS = 0.5
connections.READ_SECONDS = 0.5
arrivals.SECONDS = 0.5

LARGE = 24
"""Pieces of an answer that no kernel holds."""

PIECE = bytes(range(256)) * 2048


class _Stored(StreamingHttpResponse):
    can_rest = True


def _pieces() -> Iterator[bytes]:
    return (PIECE for _ in range(LARGE))


def _failing() -> Iterator[bytes]:
    yield PIECE
    raise RuntimeError("on purpose")


LARGE_ANSWERS: dict[str, Callable[[], HttpResponseBase]] = {
    "/page": lambda: HttpResponse(PIECE * LARGE),
    "/made": lambda: StreamingHttpResponse(_pieces()),
    "/stored": lambda: _Stored(_pieces()),
}


class Site(handler.Handler):
    """Answers with much, says how many bytes the body has, or how Python looks for garbage."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a page, or the process itself."""
        if scope["type"] == "lifespan":
            await lifespan.live(contextlib.nullcontext(), receive, send)
        else:
            await super().__call__(scope, receive, send)

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Answer by the path."""
        if request.path in LARGE_ANSWERS:
            return LARGE_ANSWERS[request.path]()
        if request.path == "/fails":
            return StreamingHttpResponse(_failing())
        if request.path == "/garbage":
            text = f"{gc.get_freeze_count() > 0} {gc.get_threshold()[0]}"
        elif request.path == "/deep":
            text = str(fresh_pages())
        elif request.path == "/process":
            text = str(os.getpid())
        else:
            text = str(len(request.read()))
        return HttpResponse(text, headers={"Content-Length": str(len(text))})


application = Site()
