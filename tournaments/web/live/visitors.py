"""Who asks for a stream, and how many streams somebody may have."""

import contextlib
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from http.cookies import CookieError, SimpleCookie
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone

from tournaments.machinery.counts import one_more
from tournaments.models import ApiToken, Player
from tournaments.queries import live

MINUTE = 60


class Refused(Exception):
    """No stream: the kind of the problem, and a sentence that says why."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Places:
    """Counts the streams that are open, of everybody and of each address."""

    def __init__(self, *, most: int, most_an_address: int) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._taken: Counter[str] = Counter()

    @contextlib.contextmanager
    def taken(self, address: str) -> Iterator[None]:
        """A place for one more stream. Raises Refused."""
        if self._taken.total() >= self._most:
            raise Refused("no_room", "Too many people watch at the moment. Try again in a minute.")
        if self._taken[address] >= self._most_an_address:
            text = f"An address may have {self._most_an_address} streams at once."
            raise Refused("throttled", text)
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


def address(headers: Mapping[str, str], peer: str) -> str:
    """Where a visitor comes from: what our own proxy says, where there is one, else the peer."""
    if settings.SECURE_PROXY_SSL_HEADER and "x-forwarded-for" in headers:
        return headers["x-forwarded-for"].rpartition(",")[2].strip()
    return peer


def admit(headers: Mapping[str, str], matches: Collection[int], *, visitor: str) -> None:
    """Let a visitor watch these matches. Raises Refused. It asks the database and the cache."""
    most = settings.VIEWS_A_MINUTE
    if most and one_more(f"streams:{visitor}:{int(time.time()) // MINUTE}", seconds=MINUTE) > most:
        raise Refused("throttled", f"An address may ask for {most} streams a minute.")
    if not live.visible(_player(headers), matches):
        raise Refused("not_found", "There is no such match.")


def _player(headers: Mapping[str, str]) -> Player | AnonymousUser:
    """Who asks: by an API token, as in the API, or by the session of a browser."""
    scheme, _space, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "token":
        return _holder(key.strip())
    request = HttpRequest()
    with contextlib.suppress(CookieError):
        request.COOKIES = {
            name: one.value for name, one in SimpleCookie(headers.get("cookie", "")).items()
        }
    store = import_module(settings.SESSION_ENGINE).SessionStore
    request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    found = get_user(request)
    assert isinstance(found, Player | AnonymousUser)
    return found


def _holder(key: str) -> Player:
    token = ApiToken.objects.holder(key, now=timezone.now())
    if token is None:
        raise Refused("authentication_failed", "Invalid token.")
    return token.player
