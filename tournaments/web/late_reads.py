"""Answers those who have not logged in from the replica, if the operator has one."""

from collections.abc import Callable, Iterator

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from tournaments.machinery.web import replica

WROTE = "wrote"
"""The cookie of a visitor who has sent something, and would miss it on the replica."""

_PLAYED = "/api/v1/casual-games/"
"""Programs without an account keep no cookies, and read at once what they did in a game."""


class LateReads:
    """Comes last: what middleware before it reads is of those who have logged in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not replica.is_there():
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return _marked(self.get_response(request))
        if not _may_be_late(request):
            return self.get_response(request)
        with replica.late_reads():
            response = self.get_response(request)
        if type(response) is StreamingHttpResponse:
            response.streaming_content = _late(iter(response))
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """Answer again from the primary if the replica has failed in the middle."""
        is_of_database = isinstance(error, OperationalError | InterfaceError)
        match = request.resolver_match
        if not is_of_database or match is None or not replica.give_up():
            return None
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
        return response.render() if hasattr(response, "render") else response


def _may_be_late(request: HttpRequest) -> bool:
    knows = {settings.SESSION_COOKIE_NAME, WROTE} & set(request.COOKIES)
    is_of_account = bool(knows) or "Authorization" in request.headers
    return not is_of_account and not request.path.startswith(_PLAYED)


def _marked(response: HttpResponseBase) -> HttpResponseBase:
    response.set_cookie(
        WROTE,
        "1",
        max_age=2 * int(replica.MOST_LAG),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _late(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces, each made where the page was; other threads may make them."""
    while True:
        with replica.late_reads():
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece
