"""Django as an ASGI application: each request is answered by one of a few threads."""

import contextvars
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import IO, Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import HttpResponseBadRequest
from django.http.response import HttpResponseBase

from agents.frames import with_room
from tournaments.machinery.web import answers, turns
from tournaments.machinery.web.arrivals import Arrivals, Left, Receive, Refused, Scope, Send
from tournaments.machinery.web.turns import Turns

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
        size, most = (settings.ENVIRONMENT[f"KAURI_WEB_{name}"] for name in ("THREADS", "QUEUE"))
        self._turns = Turns(ThreadPoolExecutor(size, "pages"), size=size, most=most)
        self._downloads = ThreadPoolExecutor(DOWNLOADS, "downloads")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request once all of it has come, and it is its turn."""
        try:
            response, context = await self._answer(scope, receive)
        except Refused as refusal:
            await refusal.answer(receive, send)
            return
        except Left:
            return
        try:
            await answers.send_all(response, self._pieces(response, context), receive, send)
        finally:
            self._unread.forget()

    async def _answer(
        self, scope: Scope, receive: Receive
    ) -> tuple[HttpResponseBase, contextvars.Context]:
        body = await self._arrivals.body(scope, receive)
        try:
            respond = partial(self.respond, scope, body)
            return await self._turns.take(turns.rank(scope), receive, respond)
        except (Refused, Left):
            body.close()
            raise

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
        response = with_room(self.get_response, request)
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
