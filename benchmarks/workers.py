"""How many workers one PostgreSQL carries: claims, renewals and reports of simulated workers.

`python -m benchmarks.workers` starts a private PostgreSQL that writes to the disk as it should.
Then 50, 200 and 1,000 workers without bots claim matches, renew their leases and report games for
some seconds. A few processes with a few connections each play the part of all of them. The first
rows show the most that the database takes: there a game takes no time. In the others a game takes
`--game-seconds`, give or take a half, and each worker is in the middle of one at the beginning.

It prints games an hour, how long claims, renewals and reports took, how late they began, the
processor time of a game here and in the database, and what the database's processes waited for,
sampled ten times a second. At the end the laws of the ledger are checked. Nothing is asserted.
"""

import argparse
import contextlib
import heapq
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg

from tests.servers import servers

WORKERS = (50, 200, 1000)
LEASE = timedelta(seconds=60)
DURABLE = ("-c", "fsync=on", "-c", "full_page_writes=on")
GAMES = ("kalah", "einstein", "pachisi", "ashte-kashte", "alquerque")
BOARDS = 5
BOTS = 28
ENOUGH = 1200
"""So many matches that wait are enough for one more row."""
SAMPLE_SECONDS = 0.1
_WAITING = """
select coalesce(wait_event_type || ' ' || wait_event, 'its processor'), query
from pg_stat_activity
where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how many workers one database carries.")
    parser.add_argument("--workers", type=int, nargs="+", default=WORKERS)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each row")
    parser.add_argument("--game-seconds", type=float, default=20.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--connections", type=int, default=8, help="of each process")
    parser.add_argument("--part", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        print(json.dumps(play_a_part(**json.loads(options.part))))
        return
    with tempfile.TemporaryDirectory(prefix="kauri-workers-") as folder, database() as url:
        os.environ["DATABASE_URL"] = url
        os.environ["KAURI_VAR"] = folder
        furnish()
        for row in rows(options):
            measure(url, row, options)
        show_laws()


@dataclass(frozen=True)
class Row:
    """One line of the table: so many workers, so many seconds a game, so many leaderboards."""

    workers: int
    game_seconds: float
    boards: int


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """First what the database takes at the most, on one leaderboard and on five."""
    print(
        f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.0f}; {options.seconds:.0f} s a row"
    )
    times = "".join(f"{one + ' ms':>16}" for one in KINDS)
    print(
        f"{'workers':>8}{'game':>6}{'boards':>8}{'games/h':>10}{times}"
        f"{'late s':>8}{'CPU here':>10}{'there':>8}"
    )
    yield Row(options.processes * options.connections, 0.0, 1)
    yield Row(options.processes * options.connections, 0.0, BOARDS)
    for workers in options.workers:
        yield Row(workers, options.game_seconds, BOARDS)


@contextlib.contextmanager
def database() -> Iterator[str]:
    """A PostgreSQL of its own that loses nothing."""
    with servers(durable=True) as pair:
        pair.postgresql.stop()
        pair.postgresql.command = [*pair.postgresql.command, *DURABLE]
        pair.postgresql.start()
        for name in [*os.environ]:
            if name.startswith("KAURI_"):
                del os.environ[name]
        yield pair.postgresql.url


def setup() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    import django  # noqa: PLC0415 - only now can it be told of its database

    django.setup()
    from tournaments import dispatch  # noqa: PLC0415

    # Nobody is to be woken: there is no Redis.
    dispatch.wake = lambda *_given, **_terms: None


def furnish() -> None:
    """The database, and bots of as many owners."""
    setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from tournaments.models import Bot, Player, Version  # noqa: PLC0415
    from tournaments.services import house  # noqa: PLC0415

    call_command("migrate", verbosity=0, interactive=False)
    house.ensure_variants()
    now = timezone.now()
    given = {"size": 1, "stored_size": 1, "games": list(GAMES), "status": "accepted"}
    for number in range(BOTS):
        owner = Player.objects.create(username=f"owner{number}")
        terms = {"name": f"Bot {number}", "slug": f"bot-{number}", "created_at": now}
        bot = Bot.objects.create(owner=owner, **terms)
        Version.objects.create(bot=bot, number=1, sha256=f"{number:064}", created_at=now, **given)


def fill(boards: int) -> None:
    """A round robin on each leaderboard; what an earlier row has left is void, or goes on."""
    from django.utils import timezone  # noqa: PLC0415

    from tournaments.models import Match, Player, Tournament, Variant, Version  # noqa: PLC0415
    from tournaments.services.tournaments import create, lifecycle  # noqa: PLC0415
    from tournaments.services.tournaments.configuration import Configuration  # noqa: PLC0415
    from tournaments.words import Sentence  # noqa: PLC0415

    now = timezone.now()
    running = Tournament.objects.running().count()
    if running == boards and Match.objects.queued().count() > ENOUGH:
        return
    Match.objects.open().update(
        status="void", void_reason=Sentence("given-up", failures=3), ended_at=now, lease_until=None
    )
    Tournament.objects.running().update(status="finished", ended_at=now)
    rated = Variant.objects.filter(rated=True).order_by("pk")
    variants = [one for one in rated if len(one.sides()) == 2][:boards]
    for number, variant in enumerate(variants):
        wanted = Configuration(
            name=f"Cup {uuid.uuid4().hex[:8]}",
            game=variant.load(),
            games_per_pairing=4,
            time_control="bullet",
            starts_at=now,
        )
        organiser = Player.objects.order_by("pk")[number]
        terms = {"versions": list(Version.objects.all()), "submission": uuid.uuid4(), "now": now}
        create.create(wanted, organiser=organiser, **terms)
    lifecycle.start_due(now=timezone.now())


def measure(url: str, row: Row, options: argparse.Namespace) -> None:
    """Print one line, and what was waited for."""
    from django.db import connection  # noqa: PLC0415

    fill(row.boards)
    connection.close()
    share = -(-row.workers // options.processes)
    parts = []
    with Sampler(url) as sampler:
        for number in range(options.processes):
            part = {
                "workers": min(share, row.workers - number * share),
                "threads": options.connections,
                "seconds": options.seconds,
                "game_seconds": row.game_seconds,
                "name": f"part{number}",
            }
            command = [sys.executable, "-m", "benchmarks.workers", "--part", json.dumps(part)]
            parts.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        results = [json.loads(part.communicate()[0]) for part in parts]
    show(row, results, sampler, options.seconds)


def show(row: Row, parts: Sequence[dict[str, Any]], sampler: "Sampler", seconds: float) -> None:
    took = {kind: [one for part in parts for one in part["took"][kind]] for kind in KINDS}
    late = sorted(one for part in parts for one in part["late"])
    games = max(1, len(took["report"]))
    here = 1000 * sum(part["cpu"] for part in parts) / games
    there = 1000 * sampler.cpu_seconds / games
    times = "".join(f"{_spread(took[kind]):>16}" for kind in KINDS)
    worst = late[int(0.95 * (len(late) - 1))] if late else 0.0
    print(
        f"{row.workers:>8}{row.game_seconds:>5.0f}s{row.boards:>8}{3600 * games / seconds:>10,.0f}"
        f"{times}{worst:>8.2f}{here:>7.1f} ms{there:>5.1f} ms",
        flush=True,
    )
    for what, count in sampler.seen.most_common(6):
        print(f"{'':>14}{count / max(1, sampler.samples):>6.2f} {what}", flush=True)
    failed = sum(part["failed"] for part in parts)
    if failed:
        print(f"{'':>14}{failed} steps failed: {next(p['error'] for p in parts if p['error'])}")


def _spread(seconds: Sequence[float]) -> str:
    """The median and the 95th percentile in milliseconds."""
    if len(seconds) < 2:
        return "-"
    cuts = statistics.quantiles(seconds, n=20, method="inclusive")
    return f"{1000 * cuts[9]:.0f} / {1000 * cuts[18]:.0f}"


class Sampler:
    """Looks ten times a second at what the database's processes wait for."""

    def __init__(self, url: str) -> None:
        self.seen: Counter[str] = Counter()
        self.samples = 0
        self.cpu_seconds = 0.0
        self._url = url
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> "Sampler":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as database:
            used: dict[int, float] = {}
            postmaster = _parent(database.info.backend_pid)
            while not self._over.wait(SAMPLE_SECONDS):
                for waits, query in database.execute(_WAITING).fetchall():
                    self.seen[f"{waits}, in {_short(query)}"] += 1
                self.samples += 1
                for child in _children(postmaster):
                    with contextlib.suppress(OSError):
                        used[child] = _cpu_seconds(child)
                if self.samples == 1:
                    before = dict(used)
            self.cpu_seconds = sum(now - before.get(pid, 0.0) for pid, now in used.items())


def _short(query: str) -> str:
    """What a statement does, and to which table."""
    words = query.replace('"', "").split()
    verb = words[0] if words else "nothing"
    table = next((word for word in words if word.startswith("tournaments_")), "")
    locks = " FOR UPDATE" if " FOR " in query else ""
    return f"{verb} {table.partition('.')[0].removeprefix('tournaments_')}{locks}".strip()


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def _children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


KINDS = ("claim", "renew", "report")


@dataclass
class Simulated:
    """A worker without bots: what it holds, and when it has something to do."""

    worker: Any
    match: Any = None
    games: list[Any] = field(default_factory=list)
    renew_at: float = 0.0
    game_ends_at: float = 0.0


@dataclass
class Part:
    """The workers of one process, taken in turn by its threads."""

    seconds: float
    game_seconds: float
    took: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    late: list[float] = field(default_factory=list)
    failed: int = 0
    error: str = ""
    due: list[tuple[float, int, Simulated]] = field(default_factory=list)
    number: Iterator[int] = field(default_factory=itertools.count)
    lock: Any = field(default_factory=threading.Lock)
    end: float = 0.0

    def put(self, at: float, one: Simulated) -> None:
        with self.lock:
            heapq.heappush(self.due, (at, next(self.number), one))

    def enter(self, worker: Any) -> None:
        """Have a worker in the middle of a game, where games take time."""
        one = Simulated(worker)
        if not self.game_seconds:
            self.put(time.monotonic(), one)
            return
        self.claim(one)
        self.took["claim"].clear()
        one.game_ends_at = time.monotonic() + self.game_seconds * random.random()
        self.put(self.next_of(one), one)

    def work(self) -> None:
        """Take the worker whose turn it is, and do what it has to do, until time is up."""
        from django.db import connection  # noqa: PLC0415

        while (now := time.monotonic()) < self.end:
            with self.lock:
                at, _number, one = heapq.heappop(self.due) if self.due else (now + 1, 0, None)
            if one is None or at > now:
                if one is not None:
                    self.put(at, one)
                time.sleep(min(0.005, max(0.0, at - now)))
                continue
            self.late.append(now - at)
            try:
                self.put(self.step(one), one)
            except Exception as error:  # noqa: BLE001 - counted, and shown in the table
                self.failed, self.error = self.failed + 1, repr(error)[:200]
                one.match = None
                self.put(time.monotonic() + 0.5, one)
        connection.close()

    def step(self, one: Simulated) -> float:
        """What a worker does now; returns when it has to do something again."""
        if one.match is None:
            return self.claim(one)
        if time.monotonic() < one.game_ends_at:
            with self.timed("renew"):
                assert one.match.step(lease_until=one.worker.now() + LEASE)
            one.renew_at = time.monotonic() + LEASE.total_seconds() / 3
        else:
            self.report(one)
        return self.next_of(one)

    def claim(self, one: Simulated) -> float:
        from tournaments.services import play  # noqa: PLC0415

        with self.timed("claim"):
            one.match = play.claim(one.worker, validation=False)
        if one.match is None:
            return time.monotonic() + 1.0
        one.games = list(one.match.games.filter(ended_at=None).select_related("variant"))
        self.begin(one)
        return self.next_of(one)

    def begin(self, one: Simulated) -> None:
        now = time.monotonic()
        one.renew_at = now + LEASE.total_seconds() / 3
        one.game_ends_at = now + self.game_seconds * random.uniform(0.5, 1.5)

    def report(self, one: Simulated) -> None:
        from tournaments.services import reports  # noqa: PLC0415

        game = one.games.pop(0)
        with self.timed("report"):
            reports.report(one.match, game, OUTCOMES(game), now=one.worker.now(), lease=LEASE)
        if one.games:
            self.begin(one)
        else:
            one.match = None

    def next_of(self, one: Simulated) -> float:
        if one.match is None:
            return time.monotonic()
        return min(one.renew_at, one.game_ends_at)

    @contextlib.contextmanager
    def timed(self, kind: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.took[kind].append(time.perf_counter() - began)


class _Outcomes:
    """A report of each game: one that was played at random once, told again and again."""

    def __init__(self) -> None:
        self._known: dict[int, Any] = {}

    def __call__(self, game: Any) -> Any:
        if game.variant_id not in self._known:
            from tests.tournaments.factories import outcome  # noqa: PLC0415

            self._known[game.variant_id] = outcome(game)
        return self._known[game.variant_id]


OUTCOMES = _Outcomes()


def play_a_part(
    *, workers: int, threads: int, seconds: float, game_seconds: float, name: str
) -> dict[str, Any]:
    """Be some of the workers, in a process of their own."""
    setup()
    from django.utils import timezone  # noqa: PLC0415

    from agents.sandbox import Isolation  # noqa: PLC0415
    from tournaments.models import Game  # noqa: PLC0415
    from tournaments.services import play  # noqa: PLC0415

    queued = Game.objects.filter(match__status="queued")
    for game in queued.order_by("variant_id").distinct("variant_id"):
        OUTCOMES(game)
    part = Part(seconds, game_seconds)
    terms = {"isolation": Isolation.NONE, "lease": LEASE, "now": timezone.now}
    named = [
        play.Worker(name=f"{name}-{number}", host="bench", **terms) for number in range(workers)
    ]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part.enter, named))
    used = time.process_time()
    part.end = time.monotonic() + seconds
    pool = [threading.Thread(target=part.work) for _thread in range(threads)]
    for thread in pool:
        thread.start()
    for thread in pool:
        thread.join()
    cpu = time.process_time() - used
    told = {"took": part.took, "late": part.late, "failed": part.failed, "error": part.error}
    return {**told, "cpu": cpu}


def show_laws() -> None:
    """Whether the ledger replays to the live ratings."""
    from django.utils import timezone  # noqa: PLC0415

    from tournaments.models import Game, LedgerEntry  # noqa: PLC0415
    from tournaments.services.ratings import ledger  # noqa: PLC0415

    rated = Game.objects.finished().filter(unrated_reason="").count()
    entries = LedgerEntry.objects.exclude(game=None).count()
    differences = ledger.check(now=timezone.now()).differences
    games = Game.objects.finished().count()
    print(f"\n{games:,} games, {rated:,} rated, {entries:,} entries, differences: {differences}")


if __name__ == "__main__":
    main()
