"""Every address of the site, from its URL configuration, with examples of each."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import product
from urllib.parse import urlencode

from django.apps import apps
from django.contrib.admin import site
from django.contrib.admin.utils import quote
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from benchmarks.pages.dataset import LADDER, PLAIN
from benchmarks.pages.people import BUSY, CLUB, OWNER
from tournaments.models import (
    CasualGame,
    Course,
    GameAnalysis,
    GameFile,
    Match,
    Notice,
    Player,
    Tournament,
    Trial,
    Version,
)
from tournaments.views import documents
from tournaments.web.wheels import wheels

_APPLICATION = re.compile(r"\(\?P<app_label>[^)]*\)")

_PARAMETER = re.compile(r"<[^>]*>|\(\?P<.*\)")

_ROWS = "admin/tournaments/"

NOBODYS = {
    "api/v1/<path:rest>": "there is nothing at such an address",
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": "the key comes by mail",
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "the key comes by mail",
    "admin/(?P<url>.*)$": "there is nothing at such an address",
    "accounts/2fa/recovery-codes/": "nobody there has a second factor",
    "accounts/2fa/recovery-codes/download/": "nobody there has a second factor",
    "accounts/2fa/totp/deactivate/": "nobody there has a second factor",
    "accounts/2fa/reauthenticate/": "nobody there has a second factor",
    "accounts/reauthenticate/": "it is asked for after a while",
    "matches/<int:pk>/games/<int:number>/output/": "the bots there print nothing",
    "matches/<int:pk>/games/<int:number>/analysis/": "it leads to the page of the game",
    "play/<slug:key>/analysis/": "it leads to the page of the game",
    "notices/end/": "the key comes by mail",
    "notices/feed/": "the key is told once",
    "api/v1/notices/webhook/": "nobody there has a webhook",
    "admin/autocomplete/": "a field asks it, with the names of the model and of the field",
    "admin/r/<path:content_type_id>/<path:object_id>/": "no model of ours is told where it shows",
}
"""Addresses that answer nobody with a page, and why."""


def routes() -> list[str]:
    """Every route; of those for single rows in the administration the pages of our own rows."""
    every = _walk(get_resolver().url_patterns, "")
    return [one for one in every if is_shown_row(one) or not _is_row(one)]


def _walk(patterns: Iterable[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _walk(one.url_patterns, route)
        else:
            yield route


def _is_row(route: str) -> bool:
    return route.startswith("admin/") and "<path:object_id>" in route and "/r/" not in route


def is_shown_row(route: str) -> bool:
    """Whether it is the administration's page of a single row of ours."""
    return _is_row(route) and route.startswith(_ROWS) and route.endswith("/change/")


def _busiest(route: str) -> list[str]:
    """The page of a model's row to which the most belongs, or of its first; none without rows."""
    name = route.removeprefix(_ROWS).split("/")[0]
    rows = apps.get_model("tournaments", name).objects.order_by("pk")
    busiest = {"tournament": {"slug": "ladder-kalah-6-3"}, "bot": {"slug": BUSY.lower()}}
    row = rows.filter(**busiest.get(name, {})).first()
    return [] if row is None else [route.replace("<path:object_id>", quote(str(row.pk)))]


class Examples:
    """Concrete addresses of a route in the data set, the busiest first."""

    def __init__(self) -> None:
        own = Version.objects.filter(bot__owner__username=OWNER).order_by("pk").first()
        judged = GameAnalysis.objects.filter(game__isnull=False).earliest("pk").game
        waiting = Match.objects.queued().of_tournaments().first()
        published = GameFile.objects.filter(variant__slug=LADDER).latest("month")
        busy = BUSY.lower()
        casual = [game.key for game in CasualGame.objects.all()[:2]]
        matches = [str(judged.match_id), str(waiting.pk)]
        self._values = {
            "leaderboards/<slug:slug>": [LADDER, PLAIN],
            "tournaments/<slug:slug>": [
                "large-round-robin",
                "large-swiss",
                "running-knockout",
                "large-knockout",
                "ladder-kalah-6-3",
                "coming-cup",
                "cup-00005",
            ],
            "bots/<slug:slug>": [busy, own.bot.slug],
            "matches/<int:pk>": matches,
            "games/<slug:game_id>": ["kalah"],
            "guide/<slug:name>": [sorted(documents.SHOWN)[0]],
            "kit/<str:name>": [one.name for one in wheels()],
            "games/<str:name>": [published.name],
            "clubs/<slug:slug>": [CLUB],
            "courses/<slug:slug>": [Course.objects.get().club.slug],
            "series/<slug:slug>": ["search"],
            "remote/<slug:slug>": ["far-away"],
            "trials/<int:pk>": [str(Trial.objects.first().pk)],
            "players/<str:username>": [OWNER, "house"],
            "play/<slug:key>": casual,
            "casual-games/<slug:key>": casual,
            "<slug:leaderboard>": [LADDER],
            "notices/<int:pk>": [str(Notice.objects.filter(player__username=OWNER).first().pk)],
            "token/<int:pk>": [str(Player.objects.get(username=OWNER).api_tokens.first().pk)],
            "<slug:bot>": [busy, own.bot.slug],
            "<slug:other>": ["random"],
            "<int:number>": ["1"],
            "<int:other_number>": ["1"],
            "<slug:kind>": ["csv", "json", "jsonl", "pgn"],
            "<slug:problem>": ["invalid"],
            "player/<id>": [str(Player.objects.get(username=OWNER).pk)],
        }
        self._more = {
            f"leaderboards/{LADDER}/": [
                "?page=2", "?page=150", "?every=on&house=without", "?bot=b", f"?author={OWNER}",
            ],
            f"leaderboards/{PLAIN}/": ["?page=150"],
            f"leaderboards/{PLAIN}/compare/": [f"?one={BUSY}+v1&other=Random+v1"],
            "play/": ["?variant=kalah", "?game=kalah", f"?bot={busy}"],
            "players/house/": ["?page=20"],
            "boards/": ["?tournament=running-knockout"],
            "bots/": ["?q=seeds", "?q=00123", "?page=300"],
            "tournaments/": ["?page=100"],
            "tournaments/new/": ["?game=kalah", "?clone=large-round-robin", "?clone=large-swiss"],
            "tournaments/ladder-kalah-6-3/": ["?page=50"],
            "tournaments/ladder-kalah-6-3/matches/": ["?page=1000"],
            f"api/v1/leaderboards/{LADDER}/ratings/": ["?page=50", "?page_size=200"],
            f"api/v1/leaderboards/{LADDER}/ratings/{busy}/1/history/": [f"?{_cursor(24999)}"],
            "api/v1/bots/": ["?game=kalah", "?game=einstein", "?page_size=200"],
            "api/v1/matches/": [
                f"?bot={busy}", f"?{_middle()}", "?before=100000", *_narrow_matches(busy),
            ],
            "api/v1/tournaments/ladder-kalah-6-3/matches/": [f"?{_middle()}", *_narrow(busy)],
            "api/v1/tournaments/": [
                f"?bot={busy}", f"?{_latest()}", f"?game=kalah&status=finished&organiser={OWNER}",
                f"?bot={busy}&since={_day(60)}&until={_day(50)}", f"?until={_day(10_000)}",
            ],
            "api/v1/players/": ["?page_size=200"],
        }  # fmt: skip

    def of(self, route: str) -> list[str]:
        """Addresses of a route; none where nobody has thought of one."""
        if is_shown_row(route):
            return _busiest(route)
        names = [one for one in self._values if _has(route, one)]
        found = []
        for chosen in product(*(self._values[name] for name in names)):
            path = _APPLICATION.sub("tournaments", route)
            for name, value in zip(names, chosen, strict=True):
                path = path.replace(name, name[: name.index("<")] + value)
            found.append(path)
        plain = [path.replace("^", "").rstrip("$") for path in found]
        return [
            f"{path}{query}"
            for path in plain
            if not _PARAMETER.search(path)
            for query in ("", *self._more.get(path, _of_list(path)))
        ]


def _of_list(path: str) -> Iterator[str]:
    """Searches, orders and filters of a list in the administration; none of another address."""
    name = path.removeprefix(_ROWS).rstrip("/")
    if not path.startswith(_ROWS) or not name or "/" in name:
        return
    shown = site.get_model_admin(apps.get_model("tournaments", name))
    if shown.get_search_fields(HttpRequest()):
        yield from (f"?q={text}" for text in ("00123", "player9", "cup", "nothing-like-this"))
    if shown.sortable_by is None:
        yield from (f"?o={sign}{number}" for number in range(1, 9) for sign in ("", "-"))
    yield from ("?all=", "?p=2")


def _narrow_matches(bot: str) -> list[str]:
    """Filters of all matches: one, or several at once, wide and narrow ones."""
    board = f"leaderboard={LADDER}"
    return [
        *_narrow(bot), "?game=kalah", "?game=pachisi", "?game=ashte-kashte&status=finished",
        f"?game=kalah&until={_day(100)}", f"?{board}&since={_day(60)}&until={_day(59)}",
        f"?{board}&{_narrow(bot)[0].removeprefix('?')}", "?tournament=large-swiss&status=queued",
    ]  # fmt: skip


def _narrow(bot: str) -> list[str]:
    """Filters of the matches of a tournament, and of all."""
    return [
        f"?bot={bot}&opponent=bot-00123", f"?version={bot}/1&fault=timeout", "?status=void",
        f"?until={_day(100)}", f"?until={_day(10_000)}", f"?since={_day(1)}",
        f"?since={_day(60)}&until={_day(59)}&bot={bot}",
    ]  # fmt: skip


def _day(ago: int) -> str:
    return f"{timezone.now() - timedelta(days=ago):%Y-%m-%d}"


def _middle() -> str:
    """The cursor of a page in the middle of a list of matches."""
    number = Match.objects.filter(tournament__slug="ladder-kalah-6-3").count() // 2
    row = Match.objects.filter(tournament__slug="ladder-kalah-6-3").order_by("pk")[number]
    return _cursor(row.pairing_id)


def _latest() -> str:
    """The cursor of a page in the middle of the list of tournaments."""
    number = Tournament.objects.count() // 2
    return _cursor(Tournament.objects.order_by("-starts_at")[number].starts_at)


def _cursor(position: object) -> str:
    return urlencode({"cursor": b64encode(urlencode({"p": position}).encode()).decode()})


def _has(route: str, name: str) -> bool:
    """Whether a parameter is to be filled in; `bots/<slug:slug>` is one of bots alone."""
    return re.search(rf"(^|/){re.escape(name)}(/|$)", route) is not None
