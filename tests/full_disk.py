"""`python -m tests.full_disk`: play while nothing can be written, then with room again; as JSON.

The kernel refuses every write to a file (RLIMIT_FSIZE of 0), as a full disk does, to SQLite and
uploads alike. Unlike a small file system of its own that needs no right to mount one, and works in
every container, as root and as a user. KAURI_VAR says where; run it with SQLite.
"""

import hashlib
import json
import os
import resource
import uuid
from datetime import timedelta

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import Error, connection  # noqa: E402
from django.utils import timezone  # noqa: E402

import engine  # noqa: E402
from agents import samples, sandbox  # noqa: E402
from tournaments.models import Game, LedgerEntry, Match, Player, Seat, Version  # noqa: E402
from tournaments.services import competition, house, ledger, play, uploads  # noqa: E402

LEASE = timedelta(seconds=60)


def no_room() -> None:
    """From now on this process can write to no file."""
    _limit(0)


def room() -> None:
    """It can again."""
    _limit(resource.getrlimit(resource.RLIMIT_FSIZE)[1])


def _limit(size: int) -> None:
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))


def tournament() -> None:
    """One match of two games, between bots of two owners."""
    call_command("migrate", verbosity=0, interactive=False)
    house.ensure_variants()
    for name in ("alice", "bob"):
        owner = Player.objects.create(username=name)
        bot = uploads.create_bot(owner=owner, name=f"Bot of {name}", now=timezone.now())
        code = samples.read("random")
        uploads.ship(bot=bot, data=code, games=["kalah"], now=timezone.now())
    competition.create(
        organiser=owner, name="Cup", game=engine.load_game("kalah"), versions=Version.objects.all(),
        games_per_pairing=2, time_control="blitz", starts_at=timezone.now(),
        submission=uuid.uuid4(), now=timezone.now(),
    )  # fmt: skip


def worker(*, later: timedelta, alive: object = None) -> play.Worker:
    return play.Worker(
        name="worker",
        isolation=sandbox.choose(settings.ISOLATION),
        lease=LEASE,
        now=lambda: timezone.now() + later,
        alive=alive or (lambda: None),
    )


def attempt(work: object) -> str:
    """The name of what is raised; empty if nothing is."""
    try:
        work()
    except (Error, OSError) as error:
        return type(error).__name__
    finally:
        room()
        connection.close()
    return ""


def upload() -> Version:
    """Another version of Alice's bot."""
    owner = Player.objects.get(username="alice")
    code = samples.read("greedy")
    version, _new = uploads.upload(
        bot=owner.bots.get(), player=owner, filename="bot.py", data=code, now=timezone.now()
    )
    return version


def upload_without_room() -> None:
    no_room()
    upload()


def state() -> dict[str, object]:
    """All that a report writes."""
    match = Match.objects.get(tournament__isnull=False)
    return {
        "match": [match.status, match.attempt, match.void_reason],
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
        "raised by play": attempt(lambda: play.play_next(full, validation=False)),
        "after play": state(),
        "raised by upload": attempt(upload_without_room),
        "after upload": state(),
    }
    later = 2 * LEASE
    play.reap(now=timezone.now() + later)
    again = worker(later=2 * later)
    while play.play_next(again, validation=False):
        pass
    print(json.dumps(told | {"with room": state(), "whole": is_whole(upload())}))


if __name__ == "__main__":
    main()
