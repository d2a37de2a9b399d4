"""Whole pages that visitors share for a moment: many who look at once cost as much as one.

Visitors have not logged in. What a page shows them depends on its address, on the language, and on
cookies, so these are what it is found by. The tokens of forms are each reader's own.

Before a page is too old to be sent, one reader waits for the next one, and others get the last.
"""

import copy
import hashlib
import re
import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import resolve
from django.utils.translation import get_language

_TOKEN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")\w+')

FRESH = (0.5, 0.9)
"""After a share of its time between these, by its address, one reader makes the next page.

So the pages that were made at once, by the first crowd, do not grow old at once.
"""

Page = tuple[float, HttpResponse, list[bytes]]
"""Until when a page is fresh; the page without its text, and the text around its forms' tokens."""


class SharedPages:
    """Answers a visitor with the page that another one was sent a moment ago."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        seconds = settings.SHARED_PAGE_SECONDS
        if not seconds or not _is_of_visitor(request):
            return self.get_response(request)
        name = _name(request)
        page = cache.get(name)
        if page is not None and not _is_renewed_here(name, page[0], seconds):
            request.resolver_match = resolve(request.path_info)
            return _filled(page, request)
        response = self.get_response(request)
        # A nonce is in the header of one response alone.
        if _is_for_all(response) and not getattr(request, "_csp_nonce", None):
            cache.set(name, _emptied(response, name, seconds), timeout=seconds)
        return response


def _is_of_visitor(request: HttpRequest) -> bool:
    looks = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    is_part = "HX-Request" in request.headers
    return looks and not is_part and settings.SESSION_COOKIE_NAME not in request.COOKIES


def _name(request: HttpRequest) -> str:
    cookies = sorted(
        item for item in request.COOKIES.items() if item[0] != settings.CSRF_COOKIE_NAME
    )
    key = (request.build_absolute_uri(), get_language(), cookies)
    return f"page:{hashlib.sha256(repr(key).encode()).hexdigest()}"


def _is_for_all(response: HttpResponse) -> bool:
    is_page = response.headers.get("Content-Type", "").startswith("text/html")
    whole = response.status_code == HTTPStatus.OK and not response.streaming
    return is_page and whole and not response.cookies and "Cache-Control" not in response.headers


def _is_renewed_here(name: str, fresh_until: float, seconds: int) -> bool:
    """Whether the page grows old, and no other reader waits for the next one already."""
    return time.time() > fresh_until and cache.add(f"{name}:{fresh_until}", True, timeout=seconds)


def _emptied(response: HttpResponse, name: str, seconds: int) -> Page:
    """The page without the tokens of its reader."""
    empty = copy.copy(response)
    empty.content = b""
    least, most = FRESH
    share = least + (most - least) * int(name[-4:], 16) / 0x10000
    return time.time() + share * seconds, empty, _TOKEN.split(response.content)


def _filled(page: Page, request: HttpRequest) -> HttpResponse:
    """The page with this reader's token."""
    _until, empty, pieces = page
    token = get_token(request).encode() if len(pieces) > 1 else b""
    empty.content = token.join(pieces)
    return empty
