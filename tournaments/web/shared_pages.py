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
from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import resolve
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string
from django.utils.translation import get_language

_TOKEN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")\w+')

FRESH = (0.5, 0.9)
"""After a share of its time between these, by its address, one reader makes the next page.

So the pages that were made at once, by the first crowd, do not grow old at once.
"""


@dataclass(frozen=True)
class Page:
    """A page without its text; the text around its forms' tokens, and compressed if it has none."""

    fresh_until: float
    empty: HttpResponse
    pieces: list[bytes]
    packed: bytes


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
        if page is not None and not _is_renewed_here(name, page.fresh_until, seconds):
            request.resolver_match = resolve(request.path_info)
            return _filled(page, request)
        response = self.get_response(request)
        # A nonce is in the header of one response alone.
        if not _is_for_all(response) or getattr(request, "_csp_nonce", None):
            return response
        page = _emptied(response, name, seconds)
        cache.set(name, page, timeout=seconds)
        return _filled(page, request)


def _is_of_visitor(request: HttpRequest) -> bool:
    looks = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    is_part = "HX-Request" in request.headers
    return looks and not is_part and settings.SESSION_COOKIE_NAME not in request.COOKIES


def _name(request: HttpRequest) -> str:
    cookies = sorted(
        item for item in request.COOKIES.items() if item[0] != settings.CSRF_COOKIE_NAME
    )
    key = (request.build_absolute_uri(), get_language(), cookies)
    return f"shared-page:{hashlib.sha256(repr(key).encode()).hexdigest()}"


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
    patch_vary_headers(empty, ["Accept-Encoding"])
    least, most = FRESH
    share = least + (most - least) * int(name[-4:], 16) / 0x10000
    pieces = _TOKEN.split(response.content)
    packed = compress_string(response.content) if len(pieces) == 1 else b""
    return Page(time.time() + share * seconds, empty, pieces, packed)


def _filled(page: Page, request: HttpRequest) -> HttpResponse:
    """The page with this reader's token, or compressed for one whose browser can read it so."""
    response = page.empty
    if page.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = page.packed
        response["Content-Encoding"] = "gzip"
    else:
        token = get_token(request).encode() if len(page.pieces) > 1 else b""
        response.content = token.join(page.pieces)
    return response
