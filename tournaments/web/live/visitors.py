"""Admission to streams: who asks for one, and how many each viewer may have."""

import contextlib
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone

from tournaments.machinery.caches.counts import one_more
from tournaments.models import ApiToken, Bot, Player
from tournaments.queries.casual import remote
from tournaments.queries.games import changes, live
from tournaments.services.bots.connecting import Line
from tournaments.words import Sentence

MINUTE = 60


class Refused(Exception):
    """No stream: the kind of the problem, and a sentence that says why."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Places:
    """Counts all open streams, and the streams and matches of each viewer."""

    def __init__(self, *, most: int, most_each: int, matches_each: int) -> None:
        self._most = most
        self._most_each = most_each
        self._matches_each = matches_each
        self._streams: Counter[str] = Counter()
        self._matches: dict[str, Counter[int]] = {}

    @contextlib.contextmanager
    def taken(self, viewer: str, matches: Collection[int]) -> Iterator[None]:
        """Hold a place for one more stream; viewers without a name only count towards the total.

        Raises Refused.
        """
        if self._streams.total() >= self._most:
            raise Refused("no_room", "Too many people watch at the moment. Try again in a minute.")
        watched = self._matches.get(viewer, Counter())
        if viewer and self._streams[viewer] >= self._most_each:
            raise Refused("throttled", f"You may have {self._most_each} streams at once.")
        if viewer and len(watched.keys() | set(matches)) > self._matches_each:
            raise Refused("throttled", f"You may watch {self._matches_each} matches at once.")
        self._streams[viewer] += 1
        self._matches[viewer] = watched + Counter(matches)
        try:
            yield
        finally:
            self._streams[viewer] -= 1
            self._matches[viewer] -= Counter(matches)
            if not self._streams[viewer]:
                del self._streams[viewer], self._matches[viewer]


@dataclass(frozen=True)
class Admitted:
    """An admitted viewer, a player or a visitor's address, and which matches are running."""

    viewer: str
    running: frozenset[int]


def admit(
    headers: Mapping[str, str],
    matches: Collection[int],
    visitor: str,
    subject: changes.Subject | None = None,
) -> Admitted:
    """Admit a viewer to these matches, or to the `subject`. Raises Refused.

    It uses the database and the cache.
    """
    player = _player(headers)
    viewer = f"player-{player.pk}" if player.is_authenticated else visitor
    most, minute = settings.VIEWS_A_MINUTE, int(time.time()) // MINUTE
    if most and viewer and one_more(f"streams:{viewer}:{minute}", seconds=MINUTE) > most:
        raise Refused("throttled", f"You may ask for {most} streams a minute.")
    if not live.visible(player, matches):
        raise Refused("not_found", "There is no such match.")
    if subject is not None and not changes.is_visible(player, subject):
        raise Refused("not_found", "There is no such game or tournament.")
    return Admitted(viewer, live.running(matches))


def admit_program(headers: Mapping[str, str], slug: str) -> Line:
    """Admit the program of a remote bot by its token. Raises Refused.

    It uses the database and the cache.
    """
    scheme, _space, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "token":
        raise Refused("not_authenticated", "The stream of a remote bot needs a token.")
    token = _holder(key.strip())
    most, minute = settings.VIEWS_A_MINUTE, int(time.time()) // MINUTE
    if most and one_more(f"streams:token-{token.pk}:{minute}", seconds=MINUTE) > most:
        raise Refused("throttled", f"You may ask for {most} streams a minute.")
    if not token.may_remote:
        raise Refused("permission_denied", "This token may not play as remote bots.")
    bot = remote.own(token.player).filter(slug=slug).first()
    if bot is None:
        raise Refused("not_found", "You have no remote bot of that name.")
    if bot.banned_at:
        banned = Sentence("bot-banned", bot=bot, reason=bot.ban_reason)
        raise Refused("permission_denied", str(banned))
    if not bot.versions.remote().exists():
        raise Refused("nothing_to_do", _why_it_plays_nothing(bot))
    return Line(token.pk, bot.pk)


def _why_it_plays_nothing(bot: Bot) -> str:
    paused = bot.versions.filter(paused_at__isnull=False).order_by("number").last()
    if paused is None:
        return "This bot has no version that plays. Register one first."
    why = Sentence("version-paused", version=paused, why=paused.pause_reason)
    return f"{why} Have it tried again on its page, or register a new version."


def _player(headers: Mapping[str, str]) -> Player | AnonymousUser:
    """Return the user: by an API token, as in the API, or by the session of a browser."""
    scheme, _space, key = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "token":
        return _holder(key.strip()).player
    request = HttpRequest()
    with contextlib.suppress(CookieError):
        request.COOKIES = {
            name: cookie.value for name, cookie in SimpleCookie(headers.get("cookie", "")).items()
        }
    store = import_module(settings.SESSION_ENGINE).SessionStore
    request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    user = get_user(request)
    assert isinstance(user, Player | AnonymousUser)
    return user


def _holder(key: str) -> ApiToken:
    token = ApiToken.objects.holder(key, now=timezone.now())
    if token is None:
        raise Refused("authentication_failed", "Invalid token.")
    return token
