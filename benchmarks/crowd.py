"""How many pages a second the site serves to a crowd, and how long each reader waits.

`python -m benchmarks.crowd` asks the web server for the data set of `benchmarks.pages` at
DATABASE_URL. Each person opens one of 26 addresses after the other, chosen at random, on a
connection that stays. With `--pause` they read for that many seconds before each, on average, and
come back on a new connection. One in `--players` of them has logged in. With `--workers`,
simulated ones claim matches meanwhile, and report a game after `--game-seconds`, give or take a
half. The kinds of site are measured in turn, each once it has answered for `WARM_UP` seconds. CPU
time is that of the site's processes alone.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402

from benchmarks import connections  # noqa: E402
from benchmarks.common import parser, web_server  # noqa: E402
from benchmarks.pages.people import BUSY, OWNER  # noqa: E402
from tests import reserved  # noqa: E402
from tournaments.models import CasualGame, GameAnalysis, Player  # noqa: E402

KINDS = {
    "each page for one reader": {"KAURI_SHARED_PAGE_SECONDS": "0"},
    "readers share pages": {},
}
FREE = {"KAURI_VIEWS_A_MINUTE": "0", "KAURI_RATE_ANON": "1000000/minute"}
"""One address asks for all: no limit by address holds."""

WARM_UP = 3.0
"""Seconds in which a site that has just started finds its templates and fills its caches."""


def addresses() -> list[str]:
    """What people look at: pages of every kind, some of them large, and the API."""
    judged = GameAnalysis.objects.filter(game__isnull=False).earliest("pk").game
    assert judged is not None
    casual = CasualGame.objects.values_list("key", flat=True)[0]
    events = ("large-round-robin", "large-swiss", "running-knockout", "large-knockout", "cup-00005")
    return [
        "/", "/games/", "/games/kalah/", "/games/kalah/specification/", "/guide/", "/play/",
        "/tournaments/", "/tournaments/ladder-kalah-6-3/", "/tournaments/ladder-kalah-6-3/matches/",
        *(f"/tournaments/{slug}/" for slug in events), "/leaderboards/", "/leaderboards/kalah-6-3/",
        "/leaderboards/kalah-6-4/", "/bots/", f"/bots/{BUSY.lower()}/", "/players/house/",
        f"/matches/{judged.match_id}/", f"/matches/{judged.match_id}/games/1/", f"/play/{casual}/",
        "/calendar/", "/api/v1/bots/", "/api/v1/leaderboards/kalah-6-3/ratings/",
    ]  # fmt: skip


@dataclass
class Crowd:
    """What people have seen: seconds for each answer, by status."""

    port: int
    paths: list[str]
    until: float
    pause: float
    waits: dict[int, list[float]] = field(default_factory=dict)

    async def person(self, rng: random.Random, session: str) -> None:
        """One reader, who opens the next page once the last one has come."""
        cookie = f"Cookie: sessionid={session}\r\n" if session else ""
        while await self._has_paused(rng):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
            try:
                await self._read(reader, writer, rng, cookie)
            except (asyncio.IncompleteReadError, ConnectionError):
                continue
            finally:
                writer.close()

    async def _has_paused(self, rng: random.Random) -> bool:
        """Whether there is time for another page, after a pause to read the last."""
        left, pause = self.until - time.monotonic(), self.pause * rng.expovariate(1)
        await asyncio.sleep(min(pause, max(left, 0.0)))
        return pause < left

    async def _read(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter,
        rng: random.Random, cookie: str,
    ) -> None:  # fmt: skip
        while time.monotonic() < self.until:
            began = time.monotonic()
            writer.write(
                f"GET {rng.choice(self.paths)} HTTP/1.1\r\nHost: localhost\r\n"
                f"Accept: text/html,*/*;q=0.8\r\nAccept-Encoding: gzip\r\n{cookie}\r\n".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            status = int(head.split()[1])
            await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
            self.waits.setdefault(status, []).append(time.monotonic() - began)
            if b"connection: close" in head:
                raise ConnectionResetError
            if self.pause:
                return


def members(count: int) -> list[Player]:
    """The first players of the data set; `OWNER`, who organises its large tournaments, is one."""
    others = Player.objects.exclude(username=OWNER).filter(is_staff=False)
    return [Player.objects.get(username=OWNER), *others.order_by("pk")[: count - 1]]


def session(player: Player) -> str:
    """The key of a new session of a player."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(player.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = player.get_session_auth_hash()
    store.create()
    return str(store.session_key)


@contextlib.contextmanager
def reporters(workers: int, seconds: float, game_seconds: float) -> Iterator[None]:
    """Simulated workers beside the crowd, in a process of their own; says what they did."""
    terms = {"workers": workers, "threads": 4, "seconds": seconds, "game_seconds": game_seconds}
    part = json.dumps({**terms, "name": "crowd", "each": False})
    command = [sys.executable, "-m", "benchmarks.workers.part", part]
    if not workers:
        yield
        return
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    yield
    took = json.loads(process.communicate()[0])["took"]["report"]
    middle = statistics.median(took or [0.0])
    print(f"{len(took) / seconds:.1f} games/s were reported, each in {1000 * middle:.0f} ms")


async def _read(
    port: int, paths: list[str], keys: Sequence[str], seconds: float, pause: float
) -> Crowd:
    """Let people with these sessions read for some seconds, on connections of their own."""
    crowd = Crowd(port, paths, time.monotonic() + seconds, pause)
    readers = [crowd.person(random.Random(one), key) for one, key in enumerate(keys)]
    await asyncio.gather(*readers)
    return crowd


def measure(kind: Mapping[str, str], given: argparse.Namespace) -> str:
    """Let a crowd read for some seconds; what came of it, as a line."""
    port, people, seconds, players = reserved.port(), given.people, given.seconds, given.players
    with (
        reporters(given.workers, seconds, given.game_seconds),
        web_server(port, {**os.environ, **FREE, **kind}),
    ):
        logged_in = itertools.cycle(members(len(range(0, people, players))))
        keys = [session(next(logged_in)) if one % players == 0 else "" for one in range(people)]
        paths = addresses()
        asyncio.run(_read(port, paths, keys, WARM_UP, given.pause))
        before = connections.cpu(port)
        crowd = asyncio.run(_read(port, paths, keys, seconds, given.pause))
        spent = connections.cpu(port) - before
    return _line(crowd.waits, spent, seconds)


def _line(waits: Mapping[int, list[float]], spent: float, seconds: float) -> str:
    good = sorted(waits.get(200, [0.0]))
    refused = len(waits.get(503, []))
    other = {status: len(some) for status, some in waits.items() if status not in {200, 503}}
    middle, late = statistics.median(good), good[int(0.95 * len(good))]
    return (
        f"{len(good) / seconds:6.1f} pages/s  {1000 * spent / len(good):5.1f} ms CPU each  "
        f"p50 {1000 * middle:5.0f} ms  p95 {1000 * late:5.0f} ms  refused {refused}  {other or ''}"
    )


def main() -> None:
    options = {"people": 50, "seconds": 20.0, "players": 5, "repeats": 2}
    made = parser(str(__doc__), **options, workers=0, **{"game-seconds": 5.0, "pause": 0.0})
    given = made.parse_args()
    for _round in range(given.repeats):
        for title, kind in KINDS.items():
            line = measure(kind, given)
            print(f"{given.people} people, {title:25} {line}", flush=True)


if __name__ == "__main__":
    main()
