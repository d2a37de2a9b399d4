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
from functools import cached_property

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402
from django.utils.text import slugify  # noqa: E402

from benchmarks.pages import bulk, extras, people, samples  # noqa: E402
from benchmarks.pages.copying import set_sequences  # noqa: E402
from benchmarks.pages.events import Calendar, Event  # noqa: E402
from benchmarks.pages.people import Competitor, People  # noqa: E402
from benchmarks.pages.play import Platform  # noqa: E402
from tournaments import models  # noqa: E402
from tournaments.models import Tournament, Variant  # noqa: E402
from tournaments.services.tournaments import tables  # noqa: E402
from tournaments.services.upkeep import game_files, totals  # noqa: E402

DAYS = 120
LADDER, PLAIN = "kalah-6-3", "kalah-6-4"
"""The slugs of the leaderboard with the busiest ladder, and of that with the most tournaments."""

BUSY_SHARE = 0.6
"""The busiest ladder has this share of all matches on ladders; the others share the rest."""

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
        return min(of, self.bots // 4)


class Site:
    """The site on its way."""

    def __init__(self, size: Size, now: datetime, seed: int) -> None:
        self.size, self.now, self.rng = size, now, random.Random(seed)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        self.begun = midnight - timedelta(days=DAYS)
        self.people: People = people.make(bots=size.bots, days=DAYS, begun=self.begun, rng=self.rng)
        rows = Variant.objects.filter(rated=True, is_open=False).order_by("pk")
        self.variants = {row.slug: row for row in rows}
        boards = {row.pk: samples.played(row.pk, row.load(), self.rng) for row in rows}
        self.platform = Platform(self.people, boards, self.rng)
        self.cups = [row for row in rows if boards[row.pk].entrants == 2]
        self.calendar = Calendar(self.platform, self.rng)
        self._made = 0

    def live(self) -> None:
        """Day after day, and then the large tournaments, which begin last."""
        extras.checks(self.platform, self.begun)
        house = self.people.house[0].owner
        rows = [self.variants.pop(LADDER), *self.variants.values()]
        self.variants = {row.slug: row for row in rows}
        ladders = [self.calendar.ladder(row, house, self.begun) for row in rows]
        for day in range(DAYS):
            for ladder in ladders:
                self._climb(ladder, day)
            if day < DAYS - 2:
                self._tournaments(day)
            if day == DAYS - 2:
                at = self._morning(day) + timedelta(hours=6)
                for large in LARGE:
                    at = self.calendar.hold(self._large(large, at))
        for ladder in ladders:
            self.calendar.leave(ladder, self._heirs(), self.now)
        self.calendar.flush()
        self.platform.finish()

    def _morning(self, day: int) -> datetime:
        return self.begun + timedelta(days=day)

    def _heirs(self) -> dict[int, Competitor]:
        return {bot: versions[-1] for bot, versions in self.people.bots.items()}

    def _climb(self, ladder: Tournament, day: int) -> None:
        board = self.platform.boards[ladder.variant_id]
        # A game of four takes as many games to a match.
        matches = self.size.ladder_matches * 2 // board.entrants
        is_busy = ladder.variant.slug == LADDER
        share = BUSY_SHARE if is_busy else (1 - BUSY_SHARE) / (len(self.variants) - 1)
        count = max(1, round(matches * share))
        pace = timedelta(hours=5) / count
        tables = list(self._tables(ladder.variant.game_id, board.entrants, day, count))
        # The last day is the one before now, so that it stands in what was played lately.
        at = self._morning(day) if day < DAYS - 1 else self.now - timedelta(hours=6)
        self.calendar.climb(ladder, day, tables, at, pace)

    def _tables(self, game: str, size: int, day: int, count: int) -> Iterator[list[Competitor]]:
        """Every tenth meets the busy house bot; the others meet those about as strong."""
        known = self.people.of(game)
        bots = self.rng.sample(known, min(size * count, len(known)))
        playing = sorted((self.people.playing(bot, day) for bot in bots), key=_strength)
        full = [playing[place : place + size] for place in range(0, len(playing), size)]
        full = [table for table in full if len(table) == size]
        for number in range(count):
            table = full[number % len(full)]
            is_met = number % 10 == 0 and self._busy not in table
            yield [*table[:-1], self._busy] if is_met else table

    @cached_property
    def _busy(self) -> Competitor:
        return next(one for one in self.people.house if one.seated.bot == people.BUSY)

    def _tournaments(self, day: int) -> None:
        many = self.size.tournaments * (day + 1) // (DAYS - 2)
        at = self._morning(day) + timedelta(hours=6)
        while self._made < many:
            self._made += 1
            at = self.calendar.hold(self._small(self._made, day, at))

    def _small(self, number: int, day: int, at: datetime) -> Event:
        form, count, games = MASS[number % len(MASS)]
        variant = self._board(number)
        known = self.people.of(variant.game_id)
        bots = self.rng.sample(known, min(count, len(known)))
        entrants = [self.people.playing(bot, day) for bot in bots]
        if number % 2 and self._busy not in entrants:
            entrants[0] = self._busy
        return Event(
            f"Cup {number:05}", form, variant, entrants, self._organiser(number), at,
            games_per_pairing=games, access="private" if number % 50 == 0 else "open",
        )  # fmt: skip

    def _board(self, number: int) -> Variant:
        """Half of all small tournaments are on the plain leaderboard."""
        return self.variants[PLAIN] if number % 2 else self.cups[number // 2 % len(self.cups)]

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
            self.people.owner, at, rounds=rounds, share=0.5,
        )  # fmt: skip

    def _field(self, count: int) -> list[Competitor]:
        """So many bots that play Kalah; the owner's and the house's among them."""
        known = {bot: one for bot, one in self._heirs().items() if "kalah" in one.games}
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
    bulk.add(scale, now=site.now)
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
