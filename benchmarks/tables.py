"""What pages, API and files of large tournaments cost the server, cold and warm.

`python -m benchmarks.tables` makes three running tournaments in a temporary SQLite: a round-robin
of 200 entrants, a Swiss of 500, and a knockout of 256. It prints CPU time, queries and size of each
address. `--small` makes them a tenth as large. Nothing is played, and nothing is asserted.
"""

import os
import random
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta

FOLDER = tempfile.TemporaryDirectory(prefix="kauri-tables-")
os.environ["KAURI_VAR"] = FOLDER.name
os.environ["KAURI_VIEWS_A_MINUTE"] = "0"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django  # noqa: E402

django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

import engine  # noqa: E402
from tournaments.models import (  # noqa: E402
    Bot,
    Entry,
    Game,
    Match,
    Pairing,
    PairingSide,
    Player,
    Round,
    Seat,
    Tournament,
    Variant,
    Version,
)
from tournaments.services.tournaments import tables  # noqa: E402

RNG = random.Random(1)
FILES = ["csv", "json", "pgn"]
RUNS = 3

Table = Sequence[tuple[int, int]]


def versions(count: int, owner: Player, now: datetime) -> list[Version]:
    known = list(Version.objects.order_by("pk")[:count])
    numbers = range(len(known), count)
    bots = Bot.objects.bulk_create(
        Bot(owner=owner, name=f"Bot {one}", slug=f"bot-{one}", created_at=now) for one in numbers
    )
    return known + Version.objects.bulk_create(
        Version(bot=bot, number=1, sha256=uuid.uuid4().hex, size=1, stored_size=1, games=["kalah"],
                status="accepted", created_at=now)
        for bot in bots
    )  # fmt: skip


def make(chosen: str, entrants: int, rounds: Sequence[Table], *, played: float) -> Tournament:
    """A running tournament of which this share of the matches has been played."""
    now = timezone.now()
    owner, _new = Player.objects.get_or_create(username="owner")
    variant = Variant.objects.of(engine.parse_variant("kalah"))
    row = Tournament.objects.create(
        organiser=owner, name=chosen, slug=chosen, submission=uuid.uuid4(), variant=variant,
        format=chosen, time_control="bullet", status="running", created_at=now, starts_at=now,
        started_at=now, format_options={"rounds": 2 + len(rounds)} if chosen == "swiss" else {},
    )  # fmt: skip
    entries = Entry.objects.bulk_create(
        Entry(tournament=row, version=version, number=number, rating=1_500_000)
        for number, version in enumerate(versions(entrants, owner, now), start=1)
    )
    left = int(played * sum(map(len, rounds)))
    for number, table in enumerate(rounds, start=1):
        at = now + timedelta(minutes=number)
        fill(row, number, [(entries[a], entries[b]) for a, b in table], left, at)
        left -= len(table)
    return row


def fill(
    row: Tournament, number: int, table: Sequence[tuple[Entry, Entry]], left: int, at: datetime
) -> None:
    """A round of which the first `left` pairings have been played."""
    round_ = Round.objects.create(tournament=row, number=number)
    pairings = Pairing.objects.bulk_create(
        Pairing(round=round_, number=place) for place in range(1, len(table) + 1)
    )
    PairingSide.objects.bulk_create(
        PairingSide(pairing=pairing, entry=entry, position=position)
        for pairing, entries in zip(pairings, table, strict=True)
        for position, entry in enumerate(entries)
    )
    matches = Match.objects.bulk_create(
        Match(pairing=pairing, tournament=row, time_control="bullet", seed=bytes(32), queued_at=at,
              not_before=at, status="finished" if place < left else "queued",
              ended_at=at if place < left else None)
        for place, pairing in enumerate(pairings)
    )  # fmt: skip
    games = Game.objects.bulk_create(
        Game(match=match, number=one, variant=row.variant, ended_at=match.ended_at,
             record_in_row={} if match.ended_at else None)
        for match in matches for one in (1, 2)
    )  # fmt: skip
    Seat.objects.bulk_create(
        seat for game, entries in zip(games, [two for two in table for _ in "12"], strict=True)
        for seat in seats(game, entries)
    )  # fmt: skip


def seats(game: Game, entries: Sequence[Entry]) -> list[Seat]:
    ranks = RNG.choice([(1, 2), (2, 1), (1, 1)]) if game.ended_at else (None, None)
    order = entries if game.number == 1 else entries[::-1]
    return [
        Seat(game=game, number=number, version=entry.version, rank=ranks[number])
        for number, entry in enumerate(order)
    ]


def everybody(count: int) -> list[Table]:
    """Who meets whom when everybody meets everybody."""
    circle, rounds = list(range(count)), []
    for _round in range(count - 1):
        rounds.append([(circle[one], circle[-1 - one]) for one in range(count // 2)])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def drawn(count: int) -> Table:
    order = RNG.sample(range(count), count)
    return list(zip(order[::2], order[1::2], strict=True))


def bracket(count: int) -> Table:
    seeds = [0]
    while len(seeds) < count:
        seeds = [one for seed in seeds for one in (seed, 2 * len(seeds) - 1 - seed)]
    return list(zip(seeds[::2], seeds[1::2], strict=True))


def measure(client: Client, path: str, *, cold: bool) -> str:
    """Milliseconds of CPU (the best of some), queries and kilobytes of one address."""
    best = float("inf")
    for _run in range(RUNS):
        if cold:
            cache.clear()
        with CaptureQueriesContext(connection) as captured:
            begun = time.process_time()
            answer = client.get(path)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            best = min(best, time.process_time() - begun)
    size = len(body) / 1000
    return f"{path:48} {1000 * best:8.0f} ms {len(captured):4} queries {size:9.1f} kB"


def main() -> None:
    setup_test_environment()
    call_command("migrate", verbosity=0)
    share = 10 if "--small" in sys.argv else 1
    robin, swiss, cup = 200 // share, 500 // share, 256 // (16 if share > 1 else 1)
    with transaction.atomic():
        rows = [
            make("round-robin", robin, everybody(robin), played=0.7),
            make("swiss", swiss, [drawn(swiss) for _round in range(9)], played=0.95),
            make("knockout", cup, [bracket(cup)], played=0.8),
        ]
    client = Client()
    for row in rows:
        begun = time.process_time()
        tables.compute(row, now=timezone.now())
        print(f"{row}: table computed in {time.process_time() - begun:.2f} s")
        page = f"/tournaments/{row.slug}/"
        for path in (page, f"{page}live/", f"/api/v1{page}standings/"):
            client.get(path)
            print("cold", measure(client, path, cold=True))
            print("warm", measure(client, path, cold=False))
        for kind in FILES:
            print("file", measure(client, f"{page}results/{kind}/", cold=True))


if __name__ == "__main__":
    main()
