"""How long a claim takes while ten thousand matches wait, in several shapes of the queue.

`python -m benchmarks.claims` prints it, for SQLite in a temporary folder or, with DATABASE_URL, for
the database `test_...` there. Nothing is asserted, and nothing is played.
"""

import os
import statistics
import uuid
from collections.abc import Callable
from datetime import timedelta

from django.db import connection
from django.utils import timezone

import engine
from agents.sandbox import Isolation
from benchmarks import database
from benchmarks.common import seconds
from tournaments.models import Bot, Match, Player, Tournament, Version
from tournaments.queries.playing import queue
from tournaments.services.playing import hosts, play, workers
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration
from tournaments.words import Sentence

CLAIMS = 200


def fill(tournaments: int, entrants: int, games: int) -> None:
    """Tournaments of as many organisers, with all their matches queued."""
    Tournament.objects.all().delete()
    now = timezone.now()
    bots = [_version(number) for number in range(entrants)]
    for number in range(tournaments):
        organiser, _new = Player.objects.get_or_create(username=f"organiser{number}")
        wanted = Configuration(
            name=f"Cup {number}",
            game=engine.load_game("einstein"),
            games_per_pairing=games,
            time_control="bullet",
            starts_at=now,
        )
        create.create(wanted, organiser=organiser, versions=bots, submission=uuid.uuid4(), now=now)


def _version(number: int) -> Version:
    now = timezone.now()
    owner, _new = Player.objects.get_or_create(username="owner")
    bot, _new = Bot.objects.get_or_create(
        name=f"Bot {number}", defaults={"owner": owner, "slug": f"bot-{number}", "created_at": now}
    )
    given = {
        "sha256": f"{number:064}",
        "size": 1,
        "stored_size": 1,
        "games": ["einstein"],
        "status": "accepted",
    }
    version, _new = Version.objects.get_or_create(
        bot=bot, number=1, defaults={**given, "created_at": now}
    )
    return version


def claims() -> list[float]:
    """Milliseconds of each claim."""
    worker = workers.Worker(
        name="bench", isolation=Isolation.NONE, lease=timedelta(seconds=60), now=timezone.now
    )
    return [_timed(lambda: play.claim(worker, validation=False)) for _ in range(CLAIMS)]


def _timed(work: Callable[[], object]) -> float:
    """The milliseconds that something takes, which must come to something."""
    found: list[object] = []
    taken = seconds(lambda: found.append(work()))
    assert found != [None]
    return 1000 * taken


def show(shape: str) -> None:
    waiting = Match.objects.queued().count()
    took = claims()
    last = Match.objects.queued().last()
    why = [_timed(lambda: queue.why_waiting(last, now=timezone.now())) for _ in range(5)]
    print(
        f"| {shape} | {waiting:,} | {min(took):.1f} | {statistics.median(took):.1f} | "
        f"{statistics.median(why):.1f} |",
        flush=True,
    )


def measure() -> None:
    now = timezone.now() + timedelta(days=1)
    hosts.register("bench", isolation="none", slots=1, speed_index=None, now=now)
    print(f"{connection.vendor}, {CLAIMS} claims, milliseconds, load {os.getloadavg()[0]:.0f}\n")
    print("| queue | matches waiting | claim, quickest | median | why it waits, median |")
    print("|---|---|---|---|---|")
    fill(2, 21, 46)
    show("two tournaments")
    fill(50, 21, 2)
    show("fifty tournaments of fifty people")
    fill(2, 21, 46)
    Version.objects.filter(bot__name__in=["Bot 0", "Bot 1", "Bot 2"]).update(
        paused_at=timezone.now(), pause_reason=Sentence("keeps-failing", failed=5, games=10)
    )
    show("two tournaments, three of their 21 versions paused")


if __name__ == "__main__":
    with database.empty():
        measure()
