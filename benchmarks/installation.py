"""How many games an hour one installation plays: the part of `benchmarks.throughput` with Django.

`python -m benchmarks.installation TITLE VARIANT WORKERS...` plays on what the environment names.
"""

import contextlib
import sys
import time
import uuid
from collections.abc import Iterator

import django
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

django.setup()

import engine  # noqa: E402
from benchmarks.chaos.fleet import Fleet  # noqa: E402
from benchmarks.chaos.members import members  # noqa: E402
from benchmarks.throughput import CODES, GAMES  # noqa: E402
from tournaments.models import Game, Match, Player, Tournament, Version  # noqa: E402
from tournaments.services.bots import uploads  # noqa: E402
from tournaments.services.house import opening  # noqa: E402
from tournaments.services.tournaments import create  # noqa: E402
from tournaments.services.tournaments.configuration import Configuration  # noqa: E402

PATIENCE_SECONDS = 300.0


def main(title: str, variant: str, workers: list[int]) -> None:
    """Print a line for each number of workers and each kind of bots."""
    call_command("migrate", verbosity=0, interactive=False)
    game = engine.parse_variant(variant)
    versions = upload(game)
    for count in workers:
        with fleet_of(count):
            for kind in CODES:
                row = played(versions[kind], game, games=count * GAMES[kind], workers=count)
                print(f"{title:<22}{kind:>8}{count:>9}{row}", flush=True)


def upload(game: engine.Game) -> dict[str, list[Version]]:
    """Two bots of each kind."""
    opening.ensure_variants()
    now = timezone.now()
    versions: dict[str, list[Version]] = {}
    for kind, code in CODES.items():
        for number in range(2):
            owner = Player.objects.create(username=f"owner{len(code)}-{number}")
            bot = uploads.create_bot(owner=owner, name=f"Bot {kind} {number}", now=now)
            one = uploads.ship(bot=bot, data=code, games=[game.id], now=now)
            versions.setdefault(kind, []).append(one)
    return versions


@contextlib.contextmanager
def fleet_of(count: int) -> Iterator[None]:
    """So many workers, with what else belongs to an installation."""
    running = Fleet(members(count), log=settings.VAR / "log")
    try:
        running.tend()
        while len(running.pool("play")) < count or len(running.pool("background")) < 2:
            time.sleep(0.1)
        time.sleep(2.0)  # until they listen
        yield
    finally:
        running.stop()


def played(versions: list[Version], game: engine.Game, *, games: int, workers: int) -> str:
    """A tournament, and what is told of it: games an hour, the share of time, the first move."""
    now = timezone.now()
    matches = Match.objects.filter(tournament=tournament(versions, game, games=games))
    deadline = time.monotonic() + PATIENCE_SECONDS
    while matches.open().exists():
        if time.monotonic() > deadline:
            raise SystemExit("The games have not ended in time.")
        time.sleep(0.02)
    ended = list(Game.objects.finished().filter(match__in=matches).order_by("ended_at"))
    duration = (ended[-1].ended_at - now).total_seconds()
    wait = (ended[0].ended_at - now).total_seconds() - clock_seconds(ended[0])
    clocks = sum(map(clock_seconds, ended)) / workers
    shares = f"{1 - clocks / duration:>14.1%}{1 - clocks / (duration - wait):>14.1%}"
    return f"{3600 * len(ended) / duration:>10,.0f}{shares}{wait:>13.2f} s"


def tournament(versions: list[Version], game: engine.Game, *, games: int) -> Tournament:
    """So many games between two versions, which begin now."""
    now = timezone.now()
    wanted = Configuration(
        name=f"{games} games at {now:%H:%M:%S.%f}",
        game=game,
        games_per_pairing=games,
        time_control="blitz",
        starts_at=now,
    )
    organiser, submission = versions[0].bot.owner, uuid.uuid4()
    row, _new = create.create(
        wanted, organiser=organiser, versions=versions, submission=submission, now=now
    )
    return row


def clock_seconds(game: Game) -> float:
    """How long the clocks of a game's bots ran, in sum."""
    return sum(event.get("wall", 0.0) for event in game.record["events"])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], list(map(int, sys.argv[3:])))
