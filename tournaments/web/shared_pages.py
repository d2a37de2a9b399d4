"""Whole pages that readers share for a moment: many who look at once cost as much as one.

What a page shows a visitor depends on its address, on the language, and on cookies, so these are
what it is found by. Members share the pages that views have marked as `alike`, each with a corner
of their own. The tokens of forms are each reader's own as well.

Before a page is too old to be sent, one reader waits for the next one, and others get the last.
Members who have just sent something share nothing, and see what came of it.
"""

import copy
import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from tournaments.models import Player
from tournaments.web import alike, pieces

FRESH = (0.5, 0.9)
"""After a share of its time between these, by its address, one reader makes the next page.

So the pages that were made at once, by the first crowd, do not grow old at once.
"""


@dataclass(frozen=True)
class Page:
    """A page without its text, and the text with holes for what is each reader's own."""

    fresh_until: float
    empty: HttpResponse
    pieces: pieces.Pieces


class SharedPages:
    """Answers a reader with the page that another one was sent a moment ago."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.SHARED_PAGE_SECONDS:
            return self.get_response(request)
        if request.method not in {"GET", "HEAD"}:
            return _marked(request, self.get_response(request))
        if not _is_whole_page(request):
            return self.get_response(request)
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            page = self._page(request)
            return _filled(page, request, {}) if isinstance(page, Page) else page
        return self._for_member(request) or self.get_response(request)

    def _for_member(self, request: HttpRequest) -> HttpResponse | None:
        """A page that visitors see as well, with the member's corner; None without such a page."""
        player = request.user
        if not isinstance(player, Player) or not _is_alike(request, player):
            return None
        with _as_visitor(request):
            page = self._page(request)
        if not isinstance(page, Page):
            return None
        corner = render_to_string("includes/corner.html", request=request)
        return _filled(page, request, {pieces.CORNER: corner.encode()})

    def _page(self, request: HttpRequest) -> Page | HttpResponse:
        """The page of this address; an answer that is not for all, as it is."""
        name, seconds = _name(request), settings.SHARED_PAGE_SECONDS
        page: Page | None = cache.get(name)
        if page is not None and not _is_renewed_here(name, page.fresh_until, seconds):
            request.resolver_match = resolve(request.path_info)
            return page
        response = self.get_response(request)
        # A nonce is in the header of one response alone.
        if not _is_for_all(response) or getattr(request, "_csp_nonce", None):
            return response
        page = _cut(response, name, seconds)
        cache.set(name, page, timeout=seconds)
        return page


def _is_whole_page(request: HttpRequest) -> bool:
    looks = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    return looks and "HX-Request" not in request.headers


def _is_alike(request: HttpRequest, player: Player) -> bool:
    """Whether a member is to see what visitors see at this address."""
    try:
        view, _values, address = resolve(request.path_info)
    except Resolver404:
        return False
    if alike.differs_for(player, view, address) or len(get_messages(request)):
        return False
    return not cache.get(_sent_by(player))


def _marked(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Note that a member has sent something, as long as there are pages that do not know of it."""
    if isinstance(request.user, Player):
        cache.set(_sent_by(request.user), True, timeout=2 * settings.SHARED_PAGE_SECONDS)
    return response


def _sent_by(player: Player) -> str:
    return f"has-sent:{player.pk}"


@contextmanager
def _as_visitor(request: HttpRequest) -> Iterator[None]:
    player, request.user = request.user, AnonymousUser()
    try:
        yield
    finally:
        request.user = player


def _name(request: HttpRequest) -> str:
    of_reader = {settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_NAME}
    cookies = sorted(item for item in request.COOKIES.items() if item[0] not in of_reader)
    key = (request.build_absolute_uri(), get_language(), cookies)
    return f"shared-page:{hashlib.sha256(repr(key).encode()).hexdigest()}"


def _is_for_all(response: HttpResponse) -> bool:
    is_page = response.headers.get("Content-Type", "").startswith("text/html")
    whole = response.status_code == HTTPStatus.OK and not response.streaming
    return is_page and whole and not response.cookies and "Cache-Control" not in response.headers


def _is_renewed_here(name: str, fresh_until: float, seconds: int) -> bool:
    """Whether the page grows old, and no other reader waits for the next one already."""
    return time.time() > fresh_until and cache.add(f"{name}:{fresh_until}", True, timeout=seconds)


def _cut(response: HttpResponse, name: str, seconds: int) -> Page:
    """The page, to be shared."""
    empty = copy.copy(response)
    empty.content = b""
    patch_vary_headers(empty, ["Accept-Encoding", "Cookie"])
    least, most = FRESH
    share = least + (most - least) * int(name[-4:], 16) / 0x10000
    return Page(time.time() + share * seconds, empty, pieces.cut(response.content))


def _filled(page: Page, request: HttpRequest, own: dict[str, bytes]) -> HttpResponse:
    """The page with what is this reader's own, compressed if the browser can read it so."""
    if page.pieces.has_tokens:
        own = {**own, pieces.TOKEN: get_token(request).encode()}
    response = page.empty
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content = page.pieces.gzip(own)
        response["Content-Encoding"] = "gzip"
    else:
        response.content = page.pieces.text(own)
    return response
