"""`python -m benchmarks.pages.dataset`: a site of a million games in an empty PostgreSQL.

DATABASE_URL and KAURI_VAR say where it goes. Ten thousand bots have played for months: on a
ladder, in five thousand tournaments, and in a few large ones of which some still run. All rows are
such as the platform would have written, and `manage.py ratings check` finds nothing wrong.
"""

import argparse
import os
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402
from django.utils.text import slugify  # noqa: E402

from benchmarks.pages import extras, people, samples  # noqa: E402
from benchmarks.pages.copying import set_sequences  # noqa: E402
from benchmarks.pages.events import Calendar, Event  # noqa: E402
from benchmarks.pages.people import Competitor, People  # noqa: E402
from benchmarks.pages.play import Platform  # noqa: E402
from tournaments import models  # noqa: E402
from tournaments.models import Tournament, Variant  # noqa: E402
from tournaments.services.tournaments import tables  # noqa: E402
from tournaments.services.upkeep import game_files, totals  # noqa: E402

DAYS = 120
WITH_RECORDS = 7
"""Of so many last days the records are still there, in tournaments and on the ladder."""

VARIANTS = ("kalah-6-3", "kalah-6-4", "cross-kalah-6-3")
LADDER, PLAIN = VARIANTS[:2]
"""The slugs of the leaderboard with a ladder, and of the one that most others play on."""

MASS = (
    ("round-robin", 8, 4), ("swiss", 16, 2), ("knockout", 16, 2), ("round-robin", 12, 2),
    ("gauntlet", 12, 4), ("round-robin", 14, 2), ("groups-knockout", 16, 2),
)  # fmt: skip
"""What small tournaments are: format, entrants, games of a pairing."""


@dataclass(frozen=True)
class Large:
    """A large tournament, which is over, or plays the round after `rounds`."""

    name: str
    format: str
    slug: str
    entrants: int
    rounds: int | None = None


LARGE = (
    Large("Large round-robin", "round-robin", PLAIN, 200, rounds=150),
    Large("Large swiss", "swiss", PLAIN, 500, rounds=8),
    Large("Large knockout", "knockout", LADDER, 256),
    Large("Running knockout", "knockout", PLAIN, 256, rounds=3),
    Large("Large gauntlet", "gauntlet", LADDER, 100),
)


@dataclass(frozen=True)
class Size:
    """How large the site is; `scale` 1 is a million games."""

    scale: float

    @property
    def bots(self) -> int:
        return max(60, round(10_000 * self.scale))

    @property
    def tournaments(self) -> int:
        return max(20, round(5000 * self.scale))

    @property
    def ladder_matches(self) -> int:
        """On a day."""
        return max(10, round(1_750 * self.scale))

    def entrants(self, of: int) -> int:
        """Of a large tournament: it is as large on a small site, as long as there are bots."""
        return min(of, self.bots // 2)


class Site:
    """The site on its way."""

    def __init__(self, size: Size, now: datetime, seed: int) -> None:
        self.size, self.now, self.rng = size, now, random.Random(seed)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        self.begun = midnight - timedelta(days=DAYS)
        self.people: People = people.make(bots=size.bots, days=DAYS, begun=self.begun, rng=self.rng)
        self.variants = {slug: Variant.objects.get(slug=slug) for slug in VARIANTS}
        played = {one.pk: samples.played(one.load(), self.rng) for one in self.variants.values()}
        rows = list(self.variants.values())
        self.platform = Platform(self.people, rows, played, self.rng)
        self.calendar = Calendar(self.platform, self.rng)
        self._made = 0

    def live(self) -> None:
        """Day after day, and then the large tournaments, which begin last."""
        extras.checks(self.platform, self.begun)
        house = self.people.house[0].owner
        ladder = self.calendar.ladder(self.variants[LADDER], house, self.begun)
        for day in range(DAYS):
            self._climb(ladder, day)
            if day < DAYS - 2:
                self._tournaments(day)
            if day == DAYS - 2:
                at = self._morning(day) + timedelta(hours=6)
                for large in LARGE:
                    at = self.calendar.hold(self._large(large, at))
        self.calendar.leave(ladder, self._heirs(), self.now)
        self.calendar.flush()
        self.platform.finish()

    def _morning(self, day: int) -> datetime:
        return self.begun + timedelta(days=day)

    def _heirs(self) -> dict[int, Competitor]:
        return {bot: versions[-1] for bot, versions in self.people.bots.items()}

    def _climb(self, ladder: Tournament, day: int) -> None:
        count = self.size.ladder_matches
        pace = timedelta(hours=5) / count
        tables = list(self._pairs(day, count))
        # The last day is the one before now, so that it stands in what was played lately.
        at = self._morning(day) if day < DAYS - 1 else self.now - timedelta(hours=6)
        kept = day >= DAYS - WITH_RECORDS
        self.calendar.climb(ladder, day, tables, at, pace, kept=kept)

    def _pairs(self, day: int, count: int) -> Iterator[tuple[Competitor, Competitor]]:
        """Every tenth meets the busy house bot; the others meet somebody about as strong."""
        busy = next(one for one in self.people.house if one.seated.bot == people.BUSY)
        bots = self.rng.sample(sorted(self.people.bots), min(2 * count, len(self.people.bots)))
        playing = sorted((self.people.playing(bot, day) for bot in bots), key=_strength)
        couples = list(zip(playing[::2], playing[1::2], strict=False))
        for number in range(count):
            one, other = couples[number % len(couples)]
            yield (one, busy if number % 10 == 0 and one is not busy else other)

    def _tournaments(self, day: int) -> None:
        many = self.size.tournaments * (day + 1) // (DAYS - 2)
        at = self._morning(day) + timedelta(hours=6)
        while self._made < many:
            self._made += 1
            at = self.calendar.hold(self._small(self._made, day, at))

    def _small(self, number: int, day: int, at: datetime) -> Event:
        form, count, games = MASS[number % len(MASS)]
        slug = LADDER if number % 5 == 0 else VARIANTS[2] if number % 7 == 0 else PLAIN
        bots = self.rng.sample(sorted(self.people.bots), count)
        entrants = [self.people.playing(bot, day) for bot in bots]
        busy = next(one for one in self.people.house if one.seated.bot == people.BUSY)
        if number % 2 and busy not in entrants:
            entrants[0] = busy
        return Event(
            f"Cup {number:05}", form, self.variants[slug], entrants, self._organiser(number), at,
            games_per_pairing=games, kept=day >= DAYS - WITH_RECORDS,
            access="private" if number % 50 == 0 else "open",
        )  # fmt: skip

    def _organiser(self, number: int) -> int:
        players = self.people.players
        return self.people.owner if number % 40 == 0 else players[number % len(players)]

    def _large(self, large: "Large", at: datetime) -> Event:
        count = self.size.entrants(large.entrants)
        rounds = large.rounds
        if rounds is not None and count < large.entrants:
            rounds = 1
        return Event(
            large.name, large.format, self.variants[large.slug], self._field(count),
            self.people.owner, at, kept=True, rounds=rounds, share=0.5,
        )  # fmt: skip

    def _field(self, count: int) -> list[Competitor]:
        """So many bots; the owner's and the house's among them."""
        known = self._heirs()
        own = [one for one in known.values() if one.owner == self.people.owner][:1]
        rest = self.rng.sample(sorted(known), count)
        return list(dict.fromkeys([*own, *self.people.house, *(known[bot] for bot in rest)]))[
            :count
        ]


def _strength(one: Competitor) -> float:
    return one.strength


def load(scale: float, seed: int = 1) -> str:
    """Write the data set into the database, which has to be empty; what it holds, in a line."""
    if models.Player.objects.exists():
        raise SystemExit("The database is not empty.")
    with connection.cursor() as cursor:
        # Millions of foreign keys are not looked up one by one; `check` looks at them afterwards.
        cursor.execute("SET session_replication_role = replica")
    site = Site(Size(scale), timezone.now(), seed)
    site.live()
    people.store_archives()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = DEFAULT")
    set_sequences(_models())
    _tidy()  # what follows reads a million rows, and the database has to know how many there are
    extras.add(site.people, now=site.now)
    _tend(site.now)
    _tidy()
    return (
        f"{models.Game.objects.count():,} games, {models.LedgerEntry.objects.count():,} entries, "
        f"{models.Version.objects.count():,} versions, {Tournament.objects.count():,} tournaments"
    )


def _tidy() -> None:
    """What PostgreSQL does by itself on a site that has grown day by day."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _tend(now: datetime) -> None:
    """What workers have done by now for whoever looks: the largest tables, files and totals."""
    totals.keep(now=now)
    game_files.publish(now=now)
    names = [*(slugify(one.name) for one in LARGE), "cup-00005"]
    tables.compute(Tournament.objects.get(slug="coming-cup"), now=now)
    for row in Tournament.objects.filter(slug__in=names).select_related("variant"):
        tables.current(row, now=now).want()
    tables.compute_wanted(now=now)


def _models() -> list[type[django.db.models.Model]]:
    return list(django.apps.apps.get_app_config("tournaments").get_models())


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="1 is a million games")
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    call_command("migrate", verbosity=0)
    print(load(options.scale))
    print(f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
