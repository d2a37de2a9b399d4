"""How many workers one PostgreSQL carries: claims, renewals and reports of simulated workers.

`python -m benchmarks.workers` starts a private PostgreSQL that writes to the disk as it should.
Then 50, 200 and 1,000 workers without bots claim matches, renew their leases and report games for
some seconds. A few processes with a few connections each play the part of all of them. The first
rows show the most that the database takes: there a game takes no time. In the others a game takes
`--game-seconds`, give or take a half, and each worker is in the middle of one at the beginning.

It prints games an hour, how long claims, renewals and reports took, how late they began, the
processor time of a game here and in the database, and what the database's processes waited for,
sampled ten times a second, then the most connections and the memory of all its processes.
With `--each` every worker keeps a connection of its own, as in real life, and the first rows are
left out.
With `--pooler 20` they are connections to PgBouncer, which has 20 to PostgreSQL.
At the end the laws of the ledger are checked. Nothing is asserted.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.workers import KINDS, setup
from benchmarks.workers.sampler import Sampler
from tests.servers import pooler, servers

WORKERS = (50, 200, 1000)
DURABLE = ("-c", "fsync=on", "-c", "full_page_writes=on", "-c", "max_connections=2000")
GAMES = ("kalah", "einstein", "pachisi", "ashte-kashte", "alquerque")
BOARDS = 5
BOTS = 28
ENOUGH = 1200
"""So many matches that wait are enough for one more row."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how many workers one database carries.")
    parser.add_argument("--workers", type=int, nargs="+", default=WORKERS)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each row")
    parser.add_argument("--game-seconds", type=float, default=20.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--connections", type=int, default=8, help="of each process")
    parser.add_argument("--each", action="store_true", help="a connection for each worker")
    parser.add_argument("--pooler", type=int, default=0, help="PgBouncer's connections; 0: none")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="kauri-workers-") as folder,
        database(options.pooler) as (url, way),
    ):
        os.environ["DATABASE_URL"] = url
        os.environ["KAURI_VAR"] = folder
        furnish()
        for row in rows(options):
            measure(url, way, row, options)
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
        f"{'late s':>8}{'CPU here':>10}{'there':>8}{'links':>7}{'MiB':>6}"
    )
    if not options.each:
        yield Row(options.processes * options.connections, 0.0, 1)
        yield Row(options.processes * options.connections, 0.0, BOARDS)
    for workers in options.workers:
        yield Row(workers, options.game_seconds, BOARDS)


@contextlib.contextmanager
def database(pooler_size: int) -> Iterator[tuple[str, dict[str, str]]]:
    """A PostgreSQL of its own that loses nothing, and what leads workers to it."""
    with servers(durable=True) as pair:
        pair.postgresql.stop()
        pair.postgresql.command = [*pair.postgresql.command, *DURABLE]
        pair.postgresql.start()
        for name in [*os.environ]:
            if name.startswith("KAURI_"):
                del os.environ[name]
        url = pair.postgresql.url
        if not pooler_size:
            yield url, {}
            return
        with pooler(pair.postgresql, size=pooler_size) as between:
            yield url, {"DATABASE_URL": between.url, "KAURI_POOLER": "1"}


def furnish() -> None:
    """The database, and bots of as many owners."""
    setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from tournaments.models import Bot, Player, Version  # noqa: PLC0415
    from tournaments.services.house import opening  # noqa: PLC0415

    call_command("migrate", verbosity=0, interactive=False)
    opening.ensure_variants()
    now = timezone.now()
    code = {"archive": "archives/none", "size": 1, "stored_size": 1}
    given = {**code, "games": list(GAMES), "status": "accepted"}
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


def measure(url: str, way: dict[str, str], row: Row, options: argparse.Namespace) -> None:
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
                "each": options.each,
            }
            command = [sys.executable, "-m", "benchmarks.workers.part", json.dumps(part)]
            environment = {**os.environ, **way}
            parts.append(
                subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
            )
        results = [json.loads(part.communicate()[0]) for part in parts]
    show(row, results, sampler, options.seconds)


def show(row: Row, parts: Sequence[dict[str, Any]], sampler: Sampler, seconds: float) -> None:
    took = {kind: [one for part in parts for one in part["took"][kind]] for kind in KINDS}
    late = sorted(one for part in parts for one in part["late"])
    games = max(1, len(took["report"]))
    here = 1000 * sum(part["cpu"] for part in parts) / games
    there = 1000 * sampler.cpu_seconds / games
    times = "".join(f"{_spread(took[kind]):>16}" for kind in KINDS)
    worst = late[int(0.95 * (len(late) - 1))] if late else 0.0
    print(
        f"{row.workers:>8}{row.game_seconds:>5.0f}s{row.boards:>8}{3600 * games / seconds:>10,.0f}"
        f"{times}{worst:>8.2f}{here:>7.1f} ms{there:>5.1f} ms"
        f"{sampler.connections:>7}{sampler.mib:>6.0f}",
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
