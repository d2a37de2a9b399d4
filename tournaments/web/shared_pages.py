"""Whole pages that visitors share for a moment: many who look at once cost as much as one.

Visitors have not logged in. What a page shows them depends on its address, on the language, and on
cookies, so these are what it is found by. The tokens of forms are each reader's own.
"""

import copy
import pickle
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language

MOST_BYTES = 16 * 1024 * 1024
"""The memory for shared pages in each process of the site."""

_TOKEN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")\w+')

Key = tuple[object, ...]


@dataclass(frozen=True)
class _Page:
    """A page without its forms' tokens, and when it was made."""

    made_at: float
    response: bytes
    pieces: list[bytes]

    @property
    def size(self) -> int:
        return len(self.response) + sum(map(len, self.pieces))


class SharedPages:
    """Answers a visitor with the page that another one was sent a moment ago."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._pages: OrderedDict[Key, _Page] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = _key(request)
        if key is None:
            return self.get_response(request)
        page, now = self._pages.get(key), time.monotonic()
        if page is not None and now - page.made_at < settings.SHARED_PAGE_SECONDS:
            return _sent(page, request)
        response = self.get_response(request)
        if _is_for_all(response):
            self._keep(key, _page(response, now))
        return response

    def _keep(self, key: Key, page: _Page) -> None:
        with self._lock:
            old = self._pages.pop(key, None)
            self._pages[key] = page
            self._size += page.size - (old.size if old else 0)
            while self._size > MOST_BYTES:
                self._size -= self._pages.popitem(last=False)[1].size


def _key(request: HttpRequest) -> Key | None:
    """Return what a page is found by; None for a request that is answered by itself."""
    looks = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    cookies = {name: text for name, text in request.COOKIES.items() if name != "csrftoken"}
    if not looks or settings.SESSION_COOKIE_NAME in cookies or "HX-Request" in request.headers:
        return None
    address = request.build_absolute_uri()
    return (address, get_language(), *sorted(cookies.items()))


def _is_for_all(response: HttpResponse) -> bool:
    is_page = response.headers.get("Content-Type", "").startswith("text/html")
    whole = response.status_code == HTTPStatus.OK and not response.streaming
    return is_page and whole and not response.cookies and "Cache-Control" not in response.headers


def _page(response: HttpResponse, now: float) -> _Page:
    empty = copy.copy(response)
    empty.content = b""
    return _Page(now, pickle.dumps(empty), _TOKEN.split(response.content))


def _sent(page: _Page, request: HttpRequest) -> HttpResponse:
    """The page with this reader's own tokens."""
    response: HttpResponse = pickle.loads(page.response)  # noqa: S301 - of this process
    token = get_token(request).encode() if len(page.pieces) > 1 else b""
    response.content = token.join(page.pieces)
    return response
