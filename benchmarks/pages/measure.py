"""`python -m benchmarks.pages.measure`: every page and API route of the site at DATABASE_URL.

Each is asked for as anonymous, owner (in German) and staff, in this process, through Django's test
client.
CPU time is that of this process and of the database's process that serves it: the median of
several requests, the first of which warms up what a server would have had warm. That one finds the
cache empty, as who looks first after a change does; its queries are counted apart, as "cold".
What is sent while it is read has to begin in time and within the queries of a page. For each
thousand lines it may take as many again. What it takes in all is told beside that.
Nothing is asked that changes rows. Exit status 1 where an answer takes too long or too many
queries, or where a route has no example.
"""

import argparse
import json
import logging
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.cache import cache  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from rest_framework.throttling import SimpleRateThrottle  # noqa: E402

from agents.frames import with_room  # noqa: E402
from benchmarks.pages import routes, verdict  # noqa: E402
from benchmarks.pages.people import OWNER, STAFF  # noqa: E402
from tournaments.machinery.processes import garbage  # noqa: E402
from tournaments.models import Player  # noqa: E402

ENOUGH_SECONDS = 3.0
"""An address that has taken so long is not asked for again."""

VIEWERS = ("anonymous", OWNER, STAFF)


@dataclass(frozen=True)
class Answer:
    """What a viewer's request for an address came to; `database_ms` is within `ms`.

    Both end when the first bytes are there, and so do `queries`. `whole_ms` and `whole_queries` are
    until the last ones, which only differs where an answer is sent while it is read. `lines` is
    how many such an answer has.
    """

    path: str
    viewer: str
    status: int
    ms: float
    database_ms: float
    queries: int
    size: int
    whole_ms: float
    whole_queries: int
    lines: int
    cold_queries: int = 0


class Visitor:
    """Asks as somebody."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        language = "de" if viewer == OWNER else "en"
        self._client = Client(SERVER_NAME="localhost", headers={"accept-language": language})
        if viewer != "anonymous":
            self._client.force_login(
                Player.objects.get(username=viewer),
                backend="django.contrib.auth.backends.ModelBackend",
            )

    def ask(self, path: str, rounds: int) -> Answer:
        """The medians of so many requests after the first."""
        cache.clear()
        found = [self._once(path)]
        while len(found) <= rounds and sum(one.whole_ms for one in found) < 1000 * ENOUGH_SECONDS:
            found.append(self._once(path))
        rest = found[1:] or found
        middle = sorted(rest, key=lambda one: one.ms)[len(rest) // 2]
        # What is shared for seconds may end in the middle of them, and is made once more.
        queries = statistics.median_high(one.queries for one in rest)
        return replace(middle, queries=queries, cold_queries=found[0].queries)

    def _once(self, path: str) -> Answer:
        counted = Counted()
        # Whatever is asked for, the data set stays as it is.
        with transaction.atomic(), connection.execute_wrapper(counted):
            begun = Spent.now()
            response = self._client.get(f"/{path}")
            pieces = iter(response)
            begin = next(pieces, b"")
            first, queries = Spent.now().since(begun), counted.queries
            size, lines = len(begin), begin.count(b"\n")
            for piece in pieces:
                size, lines = size + len(piece), lines + piece.count(b"\n")
            whole = Spent.now().since(begun)
            response.close()
            transaction.set_rollback(True)
        return Answer(
            path, self.viewer, response.status_code, first.ms, 1000 * first.database,
            queries, size, whole.ms, counted.queries, lines,
        )  # fmt: skip


@dataclass(frozen=True)
class Spent:
    """Seconds of CPU time, of this process and of the database's that serves it."""

    own: float
    database: float

    @classmethod
    def now(cls) -> "Spent":
        return cls(time.process_time(), database_seconds())

    def since(self, before: "Spent") -> "Spent":
        return Spent(self.own - before.own, self.database - before.database)

    @property
    def ms(self) -> float:
        return 1000 * (self.own + self.database)


class Counted:
    """Counts queries. Django's own log of them writes each out, which costs as much as some."""

    def __init__(self) -> None:
        self.queries = 0

    def __call__(
        self, execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any
    ) -> Any:
        self.queries += 1
        return execute(sql, parameters, many, context)


def database_seconds() -> float:
    """CPU time of the process of PostgreSQL that serves this one."""
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def measure(*, rounds: int, only: str = "") -> tuple[list[Answer], list[str]]:
    """The answers to all viewers, and the routes of which there is no example."""
    logging.disable(logging.CRITICAL)
    garbage.look_seldom()  # as each process of the site does
    _let_everybody_ask()
    visitors = [Visitor(viewer) for viewer in VIEWERS]
    examples, found, missing = routes.Examples(), [], []
    for route in routes.routes():
        if only not in route or route in routes.NOBODYS:
            continue
        # Nobody but staff sees more of the administration than its door.
        asking = visitors[2:] if route.startswith("admin/") else visitors
        answers = [who.ask(path, rounds) for path in examples.of(route) for who in asking]
        found += answers
        # Whoever is refused has an answer as well.
        if routes.is_shown_row(route) and not answers:
            continue  # no such row in the data set
        if not any(one.status < 400 or one.status in {401, 403, 405} for one in answers):
            missing.append(route)
    return found, missing


def _let_everybody_ask() -> None:
    SimpleRateThrottle.THROTTLE_RATES = dict.fromkeys(SimpleRateThrottle.THROTTLE_RATES)
    settings.ALLOWED_HOSTS = ["localhost"]
    with connection.cursor() as cursor:
        # What a query costs is then spent in one process.
        cursor.execute("SET max_parallel_workers_per_gather = 0")


def report(answers: Sequence[Answer], missing: Sequence[str], *, every: bool) -> str:
    """The table of what is over the limits, or of all."""
    fine = [asdict(one) for one in answers if one.status < 300]
    over = [one for one in fine if verdict.is_over(one)]
    failed = [f"{one.path} failed: {one.status}" for one in answers if one.status >= 500]
    middle = statistics.median(one["ms"] for one in fine) if fine else 0
    return "\n".join([
        verdict.table(fine if every else over),
        *failed,
        *(f"{route}: there is no example of it" for route in missing),
        (f"{len(fine)} answers, the median {middle:.1f} ms; {len(over)} over "
        f"{verdict.MOST_MS:.0f} ms or {verdict.MOST_QUERIES} queries"),
    ])  # fmt: skip


def is_wrong(answers: Sequence[Answer], missing: Sequence[str]) -> bool:
    """Whether a route is without an example, or an answer fails or is over a limit."""
    return bool(missing) or any(
        one.status >= 500 or verdict.is_over(asdict(one)) for one in answers
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="requests of each after the first")
    parser.add_argument("--only", default="", help="routes that have this in them")
    parser.add_argument("--every", action="store_true", help="show what is within the limits too")
    parser.add_argument("--json", type=Path, help="write all answers to this file")
    options = parser.parse_args(arguments)
    answers, missing = with_room(measure, rounds=options.rounds, only=options.only)
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in answers]))
    print(report(answers, missing, every=options.every))
    return int(is_wrong(answers, missing))


if __name__ == "__main__":
    sys.exit(main())
