"""What each nightly job costs after a day of new games: CPU time and memory.

DATABASE_URL and KAURI_VAR name a site that `benchmarks.pages.dataset` has written. `python -m
benchmarks.nights --games 1000` first computes the fits and checks all. Then tournaments of so
many games are played by lot and reported, and a whole night follows. CPU time is that of the job
and of its process of PostgreSQL; each job is a process of its own.

`--slices 9` looks at one in nine of what was before, in place of one in 90: at as much as a site of
ten times the games would.
"""

import json
import os
import random
import resource
import subprocess
import sys
import time
import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.common import parser  # noqa: E402
from benchmarks.pages.measure import database_seconds  # noqa: E402
from tests.tournaments.factories import play_all  # noqa: E402
from tournaments.models import (  # noqa: E402
    Game,
    LastDone,
    LedgerEntry,
    Player,
    Rating,
    RatingCheck,
    Variant,
)
from tournaments.queries.ratings import scope  # noqa: E402
from tournaments.services.tournaments import create  # noqa: E402
from tournaments.services.tournaments.configuration import Configuration  # noqa: E402
from tournaments.services.upkeep import nightly  # noqa: E402

ENTRANTS, OF_A_PAIRING = 8, 4
OF_A_TOURNAMENT = ENTRANTS * (ENTRANTS - 1) // 2 * OF_A_PAIRING


def do(name: str, now: datetime, slices: int) -> None:
    """Do one job, and print what it took as JSON."""
    scope.NIGHTS = slices
    connection.ensure_connection()
    own, database = time.process_time(), database_seconds()
    nightly.JOBS[name](now)
    spent = {"own": time.process_time() - own, "database": database_seconds() - database}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(spent | {"peak": peak}))


def night(names: Iterable[str], now: datetime, slices: int = scope.NIGHTS) -> None:
    """Do these jobs, one after another, and print a line for each."""
    games, entries = Game.objects.finished().count(), LedgerEntry.objects.count()
    load = Path("/proc/loadavg").read_text().split()[0]
    print(f"{games:,} games, {entries:,} entries; load {load}")
    print(f"{'job':12}{'CPU':>8}{'database':>10}{'MiB':>6}")
    for name in names:
        command = [sys.executable, "-m", "benchmarks.nights", "--job", name]
        done = subprocess.run(
            [*command, "--now", now.isoformat(), "--slices", str(slices)],
            check=True, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        spent = json.loads(done.stdout.splitlines()[-1])
        print(f"{name:12}{spent['own']:8.1f}{spent['database']:10.1f}{spent['peak']:6.0f}")
    check = RatingCheck.objects.order_by("checked_at").last()
    print("\n".join(check.sentences if check else []), flush=True)


def play(games: int, *, now: datetime, seed: int) -> None:
    """Hold round-robins of this number of games on the leaderboard with the most ratings."""
    lots = random.Random(seed)
    variant = max(Variant.objects.filter(rated=True), key=lambda row: row.ratings.count())
    organiser = Player.objects.filter(is_staff=True).first() or Player.objects.get(pk=1)
    rows = Rating.objects.listed().filter(variant=variant, version__bot__is_house=False)
    versions = [row.version for row in rows.select_related("version__bot__owner")]
    for number in count():
        if number * OF_A_TOURNAMENT >= games:
            return
        wanted = Configuration(
            name=f"Night {seed} {number}", game=variant.load(), games_per_pairing=OF_A_PAIRING,
            time_control="bullet", starts_at=now,
        )  # fmt: skip
        chosen = lots.sample(versions, ENTRANTS)
        row, _new = create.create(
            wanted, organiser=organiser, versions=chosen, submission=uuid.uuid4(), now=now
        )
        play_all(row, now=now)


def main() -> None:
    """Print a check of everything, and a night after a day of new games."""
    usual = {"games": 1000, "seed": 1, "job": "", "now": "", "slices": scope.NIGHTS}
    given = parser(__doc__ or "", **usual).parse_args()
    if given.job:
        do(given.job, datetime.fromisoformat(given.now), given.slices)
        return
    now = timezone.now()
    night([LastDone.Name.FITS, LastDone.Name.RATINGS], now)
    LastDone.note(LastDone.Name.ANOMALIES, now=now)
    play(given.games, now=now + timedelta(hours=6), seed=given.seed)
    night(nightly.JOBS, now + timedelta(days=1), given.slices)


if __name__ == "__main__":
    main()
