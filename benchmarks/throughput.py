"""How many games an hour the platform plays, and what of its time is not the bots'.

`python benchmarks/throughput.py` prints it for SQLite with files and for PostgreSQL with Redis,
with 1, 2 and 4 workers, for bots that answer at once and for bots that think 10 ms; and beside it
what a bare loop does with the same bots, engine and all in one process. Nothing is asserted.

"not the bots'" is the share of the workers' time, from the request of a tournament to its end, in
which no bot had its clock running. "to first move" is the time from the request until the first
game's first question, told from the end of that game and its bots' clocks.
"""

import argparse
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)

import engine  # noqa: E402
from agents import samples, sdk  # noqa: E402
from tests.servers import servers  # noqa: E402

WORKERS = (1, 2, 4)
GAMES = {"at once": 30, "10 ms": 16}
"""Games for each worker, by what the bots take for an action."""
PATIENCE_SECONDS = 120.0
INSTALLATIONS = {"sqlite": "SQLite and files", "servers": "PostgreSQL and Redis"}
SLOW = """

class Thinking(Random):
    def choose(self, state, clock):
        import time
        time.sleep(0.01)
        return super().choose(state, clock)
"""
CODES = {"at once": samples.read("random"), "10 ms": samples.read("random") + SLOW.encode()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how many games are played an hour.")
    parser.add_argument("--installation", choices=INSTALLATIONS, help="only this one, and no loop")
    parser.add_argument("--workers", type=int, nargs="+", default=WORKERS)
    parser.add_argument("--variant", default="kalah", help="a variant of two seats")
    options = parser.parse_args()
    if options.installation:
        measure(options.installation, options.workers, options.variant)
        return
    print(f"{options.variant}, engine {engine.build()}, {os.cpu_count()} processors\n")
    print(
        f"{'':<22}{'bots':>8}{'workers':>9}{'games/h':>10}{'not the bots':>14}{'to first move':>15}"
    )
    for kind in CODES:
        print(
            f"{'a bare loop':<22}{kind:>8}{'':>9}{bare(kind, options.variant):>10,.0f}", flush=True
        )
    for installation in INSTALLATIONS:
        counts = map(str, options.workers)
        command = [sys.executable, __file__, "--installation", installation, "--workers", *counts]
        command += ["--variant", options.variant]
        subprocess.run(command, check=True)


def bare(kind: str, variant: str) -> float:
    """Games an hour of the same bots in one process, with nothing between them and the engine."""
    namespace = {"__name__": "bot"}
    exec(compile(CODES[kind], "bot.py", "exec"), namespace)
    make = namespace["Thinking" if kind == "10 ms" else "Random"]
    began = time.perf_counter()
    for number in range(GAMES[kind]):
        bare_game(make, variant, random.Random(number))
    return 3600 * GAMES[kind] / (time.perf_counter() - began)


def bare_game(make: type[sdk.Bot], variant: str, rng: random.Random) -> None:
    game = engine.parse_variant(variant)
    bots = [make(), make()]
    for seat, bot in enumerate(bots):
        bot.start(game, seat, random.Random(rng.getrandbits(32)))
    clock = sdk.Clock(remaining=10.0, increment=0.1, per_action=None)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].choose(state, clock))


def measure(installation: str, workers: list[int], variant: str) -> None:
    """One installation; in a process of its own, since Django knows one database."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kauri-throughput-")))
        for name in [*os.environ]:
            if name.startswith("KAURI_") or name in {"DATABASE_URL", "REDIS_URL"}:
                del os.environ[name]
        if installation == "servers":
            os.environ.update(stack.enter_context(servers(durable=True)).environment())
        settings = {
            "KAURI_VAR": str(folder / "var"),
            "KAURI_SLOTS": str(max(workers)),
            "KAURI_LADDER_BOT_GAMES": "0",
        }
        os.environ.update(settings, DJANGO_SETTINGS_MODULE="tournaments.settings")
        import django  # noqa: PLC0415 - only now can it be told of its database

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415

        call_command("migrate", verbosity=0, interactive=False)
        versions = upload(variant)
        for count in workers:
            with fleet_of(count, log=folder / "log"):
                for kind in CODES:
                    terms = {"games": count * GAMES[kind], "workers": count, "variant": variant}
                    row = played(versions[kind], **terms)
                    print(f"{INSTALLATIONS[installation]:<22}{kind:>8}{count:>9}{row}", flush=True)


def upload(variant: str) -> dict[str, list[object]]:
    """Two bots of each kind."""
    from django.utils import timezone  # noqa: PLC0415

    from tournaments.models import Player  # noqa: PLC0415
    from tournaments.services.bots import house, uploads  # noqa: PLC0415

    house.ensure_variants()
    versions: dict[str, list[object]] = {}
    for kind, code in CODES.items():
        for number in range(2):
            owner = Player.objects.create(username=f"owner{len(code)}-{number}")
            name = f"Bot {kind} {number}"
            bot = uploads.create_bot(owner=owner, name=name, now=timezone.now())
            one = uploads.ship(
                bot=bot, data=code, games=[engine.parse_variant(variant).id], now=timezone.now()
            )
            versions.setdefault(kind, []).append(one)
    return versions


@contextlib.contextmanager
def fleet_of(count: int, *, log: Path) -> Iterator[None]:
    """So many workers of one process each, with what else belongs to an installation."""
    from django.conf import settings  # noqa: PLC0415

    from benchmarks.chaos import fleet  # noqa: PLC0415
    from tournaments.machinery import programs  # noqa: PLC0415

    background = programs.worker(programs.BACKGROUND, concurrency=programs.BACKGROUND_SLOTS)
    beat = programs.beat(schedule=settings.CELERY_BEAT_SCHEDULE_FILENAME)
    members = [fleet.Member("background", background), fleet.Member("beat", beat)]
    for number in range(count):
        command = programs.worker(programs.PLAY, concurrency=1, name=f"play{number}")
        members.append(fleet.Member(f"play{number}", command))
    running = fleet.Fleet(members, log=log)
    try:
        running.tend()
        while len(running.pool("play")) < count or len(running.pool("background")) < 2:
            time.sleep(0.1)
        time.sleep(2.0)  # until they listen
        yield
    finally:
        running.stop()


def played(versions: list[object], *, games: int, workers: int, variant: str) -> str:
    """A tournament, and what is told of it: games an hour, the share of time, the first move."""
    import uuid  # noqa: PLC0415

    from django.utils import timezone  # noqa: PLC0415

    from tournaments.models import Game, Match, Player  # noqa: PLC0415
    from tournaments.services.tournaments import create  # noqa: PLC0415
    from tournaments.services.tournaments.configuration import Configuration  # noqa: PLC0415

    now = timezone.now()
    wanted = Configuration(
        name=f"{games} games at {now:%H:%M:%S.%f}",
        game=engine.parse_variant(variant),
        games_per_pairing=games,
        time_control="blitz",
        starts_at=now,
    )
    row, _new = create.create(
        wanted,
        organiser=Player.objects.first(),
        versions=versions,
        submission=uuid.uuid4(),
        now=now,
    )
    matches = Match.objects.filter(tournament=row)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while matches.open().exists():
        if time.monotonic() > deadline:
            raise SystemExit("The games have not ended in time.")
        time.sleep(0.02)
    ended = Game.objects.finished().filter(match__in=matches).order_by("ended_at")
    last = ended.last().ended_at
    clocks = sum(map(clock_seconds, ended))
    share = 1 - clocks / ((last - now).total_seconds() * workers)
    first = ended.first()
    wait = first.ended_at - now - timedelta(seconds=clock_seconds(first))
    rate = 3600 * len(ended) / (last - now).total_seconds()
    return f"{rate:>10,.0f}{share:>14.1%}{wait.total_seconds():>13.2f} s"


def clock_seconds(game: object) -> float:
    """How long the clocks of a game's bots ran, in sum."""
    return sum(event.get("wall", 0.0) for event in game.record["events"])


if __name__ == "__main__":
    main()
