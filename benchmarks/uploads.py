"""A hundred uploads in ten minutes: how long checks take, and when each upload has its verdict.

`python -m benchmarks.uploads` first checks sample bots with the real worker in real sandboxes,
while another process plays tournament games without a pause. Then it uploads by a simulated clock,
whose checks last as long as those that were measured: uploads, the order of the queue and claims
are the platform's own, on a database of the measurement's own. Nothing is asserted.
"""

import multiprocessing
import os
import random
import statistics
import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import connections
from django.utils import timezone

import engine
from agents import samples
from agents.sandbox import Isolation
from benchmarks import database
from benchmarks.common import parser, seconds
from tournaments.models import Bot, Match, Player, Version
from tournaments.models.matches import MatchQuerySet
from tournaments.queries.playing import check_queue
from tournaments.services.bots import uploads
from tournaments.services.playing import play, workers
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration

MANY, PLAYERS, SPAN = 100, 60, timedelta(minutes=10)
BURST = uploads.MAX_UNCHECKED
"""As many uploads as one player may have waiting; every fifth player sends that many at once."""

Lasting = dict[str, list[float]]


def uploaded(player: str, sample: str, number: int, now: datetime) -> Version:
    """A new bot of a player with the code of a sample."""
    owner, _new = Player.objects.get_or_create(username=player)
    code = samples.read(sample) + f"\n# {player} {number}\n".encode()
    name = f"{sample} {number}"
    bot, _new = Bot.objects.get_or_create(
        slug=name.replace(" ", "-"), defaults={"name": name, "owner": owner, "created_at": now}
    )
    file = uploads.CodeFile("bot.py", code)
    version, _new = uploads.upload(bot=bot, player=owner, code=file, now=now)
    return version


def worker() -> workers.Worker:
    lease = timedelta(seconds=60)
    return workers.Worker(
        name="bench", isolation=Isolation.BUBBLEWRAP, lease=lease, now=timezone.now
    )


@contextmanager
def tournament() -> Iterator[None]:
    """Play a tournament of bots that think all their time, in a process of its own."""
    now = timezone.now()
    owner, _new = Player.objects.get_or_create(username="organiser")
    bots = [uploads.create_bot(owner=owner, name=f"Entrant {one}", now=now) for one in range(2)]
    versions = [
        uploads.ship(bot=bot, data=samples.read("search"), games=["kalah"], now=now) for bot in bots
    ]
    wanted = Configuration(
        name="Cup",
        game=engine.load_game("kalah"),
        games_per_pairing=2000,
        time_control="bullet",
        starts_at=now,
    )
    create.create(wanted, organiser=owner, versions=versions, submission=uuid.uuid4(), now=now)
    connections.close_all()
    process = multiprocessing.get_context("fork").Process(target=_play, daemon=True)
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def _play() -> None:
    play.play_on(worker(), validation=False, enough=lambda: False)


def measured(repeats: int) -> Lasting:
    """The seconds of the checks of each sample, beside a tournament."""
    lasted: Lasting = defaultdict(list)
    with tournament():
        for number in range(repeats):
            for sample in samples.NAMES:
                version = uploaded(f"measured{number}", sample, number, timezone.now())
                took = seconds(lambda: play.play_next(worker(), validation=True))
                version.refresh_from_db()
                assert version.is_accepted, version.refusal
                lasted[sample].append(took)
    played = Match.objects.of_tournaments().finished().count()
    for sample, each in lasted.items():
        print(f"| {sample} | {min(each):.1f} | {statistics.median(each):.1f} | {max(each):.1f} |")
    print(f"\n{played} matches of the tournament were played beside them.\n")
    return lasted


def arrivals(rng: random.Random, begin: datetime) -> list[tuple[datetime, str]]:
    """When who uploads: players come at random, and every fifth with several at once."""
    rows: list[tuple[datetime, str]] = []
    for number in range(PLAYERS):
        moment = begin + rng.random() * SPAN
        rows += [(moment, f"player{number}")] * (1 if number % 5 else BURST)
    return sorted(rows)[:MANY]


class Clock:
    """Checks by a simulated clock, on so many slots."""

    def __init__(self, lasted: Lasting, rng: random.Random) -> None:
        self._lasted, self._rng = lasted, rng
        self._running: dict[Match, datetime] = {}

    def end(self, now: datetime) -> None:
        """End the checks that are over by now."""
        for match, over in [*self._running.items()]:
            if over <= now:
                assert match.finish(now=over)
                match.checks.accept()
                del self._running[match]

    def begin(self, now: datetime, slots: int) -> None:
        """Begin as many checks as there are free slots."""
        while len(self._running) < slots:
            match = check_queue.next_checks(now=now).first()
            if match is None:
                return
            assert match.claim(worker="bench", now=now, lease=2 * SPAN)
            sample = match.checks.bot.name.split()[0]
            self._running[match] = now + timedelta(seconds=self._rng.choice(self._lasted[sample]))

    def next_end(self) -> datetime:
        """When the next check ends; long after all if none runs."""
        return min(
            self._running.values(), default=datetime.max.replace(tzinfo=timezone.now().tzinfo)
        )


def simulate(lasted: Lasting, *, slots: int, rng: random.Random) -> None:
    """Upload a hundred bots, and print when they have their verdicts."""
    begin = timezone.now() + timedelta(days=1)
    coming, clock, now = arrivals(rng, begin), Clock(lasted, rng), begin
    first = Match.objects.order_by("-pk").values_list("pk", flat=True)[0]
    number = 1000 * slots
    while coming or clock.next_end() < begin + timedelta(days=1):
        now = min(
            clock.next_end(), coming[0][0] if coming else datetime.max.replace(tzinfo=now.tzinfo)
        )
        clock.end(now)
        while coming and coming[0][0] <= now:
            moment, player = coming.pop(0)
            number += 1
            uploaded(f"{player} {slots}", rng.choice(samples.NAMES), number, moment)
        clock.begin(now, slots)
    _show(Match.objects.checks().filter(pk__gt=first), begin + SPAN, slots)


def _show(checks: MatchQuerySet, end: datetime, slots: int) -> None:
    waited: dict[bool, list[float]] = {True: [], False: []}
    by_owner: dict[int, list[float]] = defaultdict(list)
    for check in checks.select_related("checks__bot"):
        took = (check.ended_at - check.queued_at).total_seconds()
        by_owner[check.checks.bot.owner_id].append(took)
    for each in by_owner.values():
        waited[len(each) == 1] += each
    last = max(check.ended_at for check in checks)
    both = sorted(waited[True] + waited[False])
    print(
        f"| {slots} | {len(both)} | {statistics.median(waited[True]):.0f} | "
        f"{statistics.median(waited[False]):.0f} | {both[-1]:.0f} | "
        f"{(last - end).total_seconds():.0f} |",
        flush=True,
    )


def main() -> None:
    chosen = parser(__doc__ or "", repeats=3, seed=1).parse_args()
    load = os.getloadavg()[0]
    print(f"Seconds of a check beside a tournament, load {load:.0f} before\n")
    print("| sample | quickest | median | slowest |\n|---|---|---|---|")
    lasted = measured(chosen.repeats)
    print(f"Seconds until the verdict, {MANY} uploads in {SPAN}, by a simulated clock;")
    print("the last one comes so long after these ten minutes\n")
    print("| slots | uploads | one alone, median | one of five, median | longest | last after |")
    print("|---|---|---|---|---|---|")
    for slots in (1, 2):
        simulate(lasted, slots=slots, rng=random.Random(chosen.seed))


if __name__ == "__main__":
    with database.empty():
        main()
