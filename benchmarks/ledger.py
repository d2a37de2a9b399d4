"""How long a check, a fit with errors and voids take on a leaderboard as the database holds it.

`python -m benchmarks.ledger --games 100000` makes up games of a thousand versions in a database
of its own (`benchmarks.database`), with seats and ledger. It replays and compares the ledger, fits
the ratings, and voids games one by one and fifty at once.
"""

import random
import time
import uuid
from collections.abc import Callable, Sequence
from itertools import islice
from statistics import median

from django.utils import timezone

import engine
from benchmarks import database
from benchmarks.common import parser
from tournaments import models
from tournaments.mathematics import elo
from tournaments.mathematics.side_results import side_results
from tournaments.models import Game, LedgerEntry, Seat, Variant, Version
from tournaments.services.ratings import fits, ledger, meetings, voiding

NOW = timezone.now()
BATCH = 5000


def versions(number: int) -> list[Version]:
    """So many, each of a bot and an owner of its own."""
    owners = models.Player.objects.bulk_create(
        models.Player(username=f"player{n}") for n in range(number)
    )
    bots = models.Bot.objects.bulk_create(
        models.Bot(owner=owner, name=f"Bot {n}", slug=f"bot-{n}", created_at=NOW)
        for n, owner in enumerate(owners)
    )
    return Version.objects.bulk_create(
        Version(
            bot=bot,
            number=1,
            sha256=f"{n:064d}",
            archive="archives/none",
            size=1,
            stored_size=1,
            status="accepted",
            created_at=NOW,
        )
        for n, bot in enumerate(bots)
    )


def finished(variant: Variant, number: int) -> list[Game]:
    """So many finished games, two a match."""
    cup = models.Tournament.objects.create(
        organiser=models.Player.objects.first(), name="Cup", slug="cup", submission=uuid.uuid4(),
        variant=variant, time_control="bullet", created_at=NOW, starts_at=NOW,
    )  # fmt: skip
    models.Entry.objects.bulk_create(
        models.Entry(tournament=cup, version=version, number=version.pk)
        for version in Version.objects.all()
    )
    pairing = models.Pairing.objects.create(round=cup.rounds.create(number=1), number=1)
    common = {"pairing": pairing, "tournament": cup, "time_control": "bullet", "seed": bytes(32)}
    over = {"queued_at": NOW, "not_before": NOW, "ended_at": NOW, "status": "finished"}
    matches = models.Match.objects.bulk_create(
        (models.Match(number=n + 1, **common, **over) for n in range((number + 1) // 2)),
        batch_size=BATCH,
    )
    games = (
        Game(
            match=matches[n // 2], number=n % 2 + 1, variant=variant, record_in_row={},
            final=f"{n:064d}", ended_at=NOW,
        )
        for n in range(number)
    )  # fmt: skip
    return Game.objects.bulk_create(games, batch_size=BATCH)


def play(variant: Variant, rows: Sequence[Version], games: Sequence[Game], seed: int) -> None:
    """Seats, ledger and ratings, as the platform writes them."""
    rng, values, counts = random.Random(seed), [elo.START] * len(rows), [0] * len(rows)

    def _entry(row: Version, delta: int, total: int, number: int) -> LedgerEntry:
        return LedgerEntry(
            variant=variant, created_at=NOW, version=row, delta=delta, total=total, number=number,
        )  # fmt: skip

    entries = [_entry(row, elo.START, elo.START, 0) for row in rows]
    ends = [models.Rating() for _row in rows]
    seats = []
    for game in games:
        table, ranks = rng.sample(range(len(rows)), 2), rng.choice([(1, 2), (2, 1), (1, 1)])
        changes = elo.deltas([values[n] for n in table], [counts[n] for n in table], ranks)
        results = side_results(zip(table, range(2), ranks, ("", ""), strict=True), game.reason)
        for seat, (number, change) in enumerate(zip(table, changes, strict=True)):
            values[number] += change
            counts[number] += 1
            ends[number].count(change, results[number])
            entry = _entry(rows[number], change, values[number], counts[number])
            entry.game = game
            entries.append(entry)
            seats.append(Seat(game=game, number=seat, version=rows[number], rank=ranks[seat]))
    Seat.objects.bulk_create(seats, batch_size=BATCH)
    LedgerEntry.objects.bulk_create(entries, batch_size=BATCH)
    models.Rating.objects.bulk_create(
        models.Rating(
            variant=variant,
            version=row,
            value=values[n],
            entries=counts[n],
            games=counts[n],
            is_listed=True,
            wins=ends[n].wins,
            draws=ends[n].draws,
            by_seat=ends[n].by_seat,
            lost_by=ends[n].lost_by,
        )
        for n, row in enumerate(rows)
    )
    meetings.rebuild(variant)


def report(what: str, step: Callable[[], bool]) -> None:
    """One line: seconds, and of them CPU time."""
    wall, cpu = time.perf_counter(), time.process_time()
    if not step():
        raise SystemExit(f"{what}: it does not hold")
    print(f"{what:20}{time.perf_counter() - wall:8.2f}{time.process_time() - cpu:8.2f}")


def voids(variant: Variant) -> None:
    """What a void costs: the median of twenty, each of a game, and fifty games as one."""
    staff = models.Player.objects.create(username="carol", is_staff=True)
    games = iter(variant.games.order_by("?")[:70])

    def void(count: int) -> float:
        began = time.process_time()
        voiding.void(islice(games, count), player=staff, reason="A wrong rule.", now=NOW)
        return 1000 * (time.process_time() - began)

    alone = median(void(1) for _ in range(20))
    print(f"CPU time of a void: {alone:.0f} ms; of fifty games at once: {void(50):.0f} ms")


def main() -> None:
    """Make up a leaderboard and print how long it takes to check and to fit it."""
    given = parser(__doc__, games=100_000, versions=1000, seed=1).parse_args()
    variant = Variant.objects.of(engine.load_game("kalah"))
    variant.name, variant.slug, variant.rated = "Kalah", "kalah", True
    variant.save()
    play(variant, versions(given.versions), finished(variant, given.games), given.seed)
    print(f"{given.games:,} games of {given.versions:,} versions; seconds, and of them CPU time")
    report("ratings check", lambda: ledger.check(now=NOW).differences == [])
    report("fit with errors", lambda: fits.compute(variant, now=NOW) is not None)
    voids(variant)
    report("check after voids", lambda: ledger.check(now=NOW).differences == [])


if __name__ == "__main__":
    with database.empty():
        main()
