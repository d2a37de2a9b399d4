"""Django as an ASGI application: each request is answered by one of a few threads."""

import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import HttpResponseBadRequest
from django.http.response import HttpResponseBase

from tournaments.machinery.web import answers
from tournaments.machinery.web.arrivals import Arrivals, Left, Receive, Refused, Scope, Send

THREADS = 4
"""Threads for pages, each with a connection to the database of its own."""

DOWNLOADS = 2
"""Threads that make or read what is sent in pieces, in addition to those for pages."""


class Handler(BaseHandler):
    """Django's handler with a few threads; Django's own for ASGI starts one for each request."""

    request_class = ASGIRequest

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        self._arrivals = Arrivals(accepted_bytes=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        self._unread = answers.Unread()
        self._threads = ThreadPoolExecutor(THREADS, "pages")
        self._downloads = ThreadPoolExecutor(DOWNLOADS, "downloads")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request once all of it has come."""
        try:
            body = await self._arrivals.body(scope, receive)
        except Refused as refusal:
            await refusal.answer(receive, send)
            return
        except Left:
            return
        loop = asyncio.get_running_loop()
        response, context = await loop.run_in_executor(self._threads, self.respond, scope, body)
        try:
            await answers.send_all(response, self._pieces(response, context), receive, send)
        finally:
            self._unread.forget()

    def respond(
        self, scope: Scope, body: IO[bytes]
    ) -> tuple[HttpResponseBase, contextvars.Context]:
        """Return the response to a request, and the context in which its pieces are made."""
        request_started.send(sender=self.__class__, scope=scope)
        try:
            request = self.request_class(scope, body)
        except UnicodeDecodeError:
            body.close()
            return HttpResponseBadRequest(), contextvars.copy_context()
        response = self.get_response(request)
        if not response.streaming:
            response.close()
        return response, contextvars.copy_context()

    def _pieces(self, response: Any, context: contextvars.Context) -> answers.Pieces:
        if not response.streaming:
            self._unread.hold(lambda: len(response.content))
            return answers.whole(response)
        if getattr(response, "can_rest", False) or hasattr(response, "file_to_stream"):
            return answers.stored(response, context, self._downloads, self._unread)
        return answers.made(response, context, self._downloads, self._unread)
