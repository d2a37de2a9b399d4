"""`python -m tests.full_disk DISK...`: play while these disks are full, then with room again.

It prints as JSON what it has seen. The folders are on small file systems of their own, and one of
them is KAURI_VAR; `DATABASE_URL` may lead to a PostgreSQL with its data on another.
"""

import hashlib
import json
import os
import sys
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import Error, connection  # noqa: E402
from django.utils import timezone  # noqa: E402

import engine  # noqa: E402
from agents import samples, sandbox  # noqa: E402
from tests import small_disk  # noqa: E402
from tournaments.models import Game, LedgerEntry, Match, Player, Seat, Version  # noqa: E402
from tournaments.services.bots import uploads  # noqa: E402
from tournaments.services.house import opening  # noqa: E402
from tournaments.services.playing import failures, play, workers  # noqa: E402
from tournaments.services.ratings import ledger  # noqa: E402
from tournaments.services.tournaments import create  # noqa: E402
from tournaments.services.tournaments.configuration import Configuration  # noqa: E402

LEASE = timedelta(seconds=60)
DISKS = [Path(name) for name in sys.argv[1:]]

# With notes that nothing makes shorter, no record fits into what a table has left over.
TALKER = b"""
import string
from agents.sdk import Bot

class Talker(Bot):
    def start(self, game, seat, rng):
        self.rng = rng

    def choose(self, state, clock):
        self.note("".join(self.rng.choices(string.ascii_letters, k=500)))
        return self.rng.choice(state.legal_actions())
"""


def no_room() -> None:
    """From now on nothing more fits on any disk."""
    connection.close()  # with it goes what SQLite has reserved
    for disk in DISKS:
        small_disk.fill(disk)


def room() -> None:
    """It does again."""
    for disk in DISKS:
        small_disk.empty(disk)


def tournament() -> None:
    """One match of two games, between bots of two owners."""
    call_command("migrate", verbosity=0, interactive=False)
    opening.ensure_variants()
    for name in ("alice", "bob"):
        owner = Player.objects.create(username=name)
        bot = uploads.create_bot(owner=owner, name=f"Bot of {name}", now=timezone.now())
        uploads.ship(bot=bot, data=TALKER, games=["kalah"], now=timezone.now())
    wanted = Configuration(
        name="Cup", game=engine.load_game("kalah"), time_control="blitz",
        starts_at=timezone.now(), games_per_pairing=2,
    )  # fmt: skip
    create.create(
        wanted, organiser=owner, versions=Version.objects.all(),
        submission=uuid.uuid4(), now=timezone.now(),
    )  # fmt: skip


def worker(*, later: timedelta, alive: Callable[[], object] = lambda: None) -> workers.Worker:
    return workers.Worker(
        name="worker",
        isolation=sandbox.choose(settings.ISOLATION),
        lease=LEASE,
        now=lambda: timezone.now() + later,
        alive=alive,
    )


def attempt(work: Callable[[], object]) -> str:
    """The name of what is raised; empty if nothing is."""
    try:
        work()
    except (Error, OSError) as error:
        return type(error).__name__
    finally:
        connection.close()
        room()
    return ""


def upload() -> Version:
    """Another version of Alice's bot."""
    owner = Player.objects.get(username="alice")
    code = uploads.CodeFile("bot.py", samples.read("greedy"))
    version, _new = uploads.upload(
        bot=owner.bots.get(), player=owner, code=code, now=timezone.now()
    )
    return version


def upload_without_room() -> None:
    no_room()
    upload()


def state() -> dict[str, object]:
    """All that a report writes."""
    match = Match.objects.get(tournament__isnull=False)
    return {
        "match": [match.status, match.attempt, str(match.void_reason or "")],
        "ended": Game.objects.filter(match=match, ended_at__isnull=False).count(),
        "ranked": Seat.objects.filter(game__match=match, rank__isnull=False).count(),
        "entries": LedgerEntry.objects.exclude(game=None).count(),
        "faults": Seat.objects.filter(fault__isnull=False).count(),
        "versions": Version.objects.count(),
        "differences": ledger.check(now=timezone.now()).differences,
    }


def is_whole(version: Version) -> bool:
    """Whether its archive is what its hash says, and not what was left half written."""
    return hashlib.sha256(version.read_archive()).hexdigest() == version.sha256


def main() -> None:
    tournament()
    full = worker(later=timedelta(), alive=no_room)
    told = {
        "database": connection.vendor,
        "raised by play": attempt(lambda: play.play_next(full, validation=False)),
        "after play": state(),
        "raised by upload": attempt(upload_without_room),
        "after upload": state(),
    }
    later = 2 * LEASE
    failures.reap(now=timezone.now() + later)
    again = worker(later=2 * later)
    while play.play_next(again, validation=False):
        pass
    print(json.dumps(told | {"with room": state(), "whole": is_whole(upload())}))


if __name__ == "__main__":
    main()
