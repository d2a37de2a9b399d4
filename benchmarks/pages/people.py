"""Who plays in the data set: players, bots with one or two versions, and the house bots."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate, chain, cycle, islice

from django.contrib.auth.hashers import make_password
from django.core.files.base import ContentFile

from agents import samples
from agents.bots.archive import compress, pack
from benchmarks.pages.samples import Seated
from tournaments.models import Bot, Club, ClubMember, Player, Version
from tournaments.services.house import opening
from tournaments.services.people.clubs import MOST_MEMBERS

BATCH = 2000
SHARES = {"kalah": 50, "einstein": 17, "pachisi": 14, "ashte-kashte": 11, "alquerque": 8}
"""How many of a hundred bots play each game; those of the house play all."""

MANY = 50
"""How many bots the owner has, and every fortieth player."""

OWNER = "owner"
CLUB = "course"
STAFF = "helper"
BUSY = "Greedy"
"""The house bot that everybody has played."""


@dataclass(eq=False)
class Competitor:
    """A version as the data set plays it. `since` is the day from which it takes part."""

    pk: int
    bot: int
    owner: int
    is_house: bool
    seated: Seated
    strength: float
    games: Sequence[str]
    since: int = 0
    ratings: dict[int, list[int]] = field(default_factory=dict)
    """Value and number of games, by variant."""


@dataclass(eq=False)
class People:
    """All bots by id, each with its versions, the oldest first."""

    players: list[int]
    bots: dict[int, list[Competitor]]
    house: list[Competitor]
    owner: int

    def playing(self, bot: int, day: int) -> Competitor:
        """The version that a bot plays with on a day."""
        return [one for one in self.bots[bot] if one.since <= day][-1]

    def of(self, game: str) -> list[int]:
        """The bots that play a game, by id."""
        return [bot for bot, versions in sorted(self.bots.items()) if game in versions[0].games]

    @property
    def versions(self) -> list[Competitor]:
        return [one for versions in self.bots.values() for one in versions]


def make(*, bots: int, days: int, begun: datetime, rng: random.Random) -> People:
    """Players with a bot or two each, some with many, a fifth with two versions; and house bots."""
    staff = Player(username=STAFF, email="helper@example.org", is_staff=True, is_superuser=True)
    owner = Player(username=OWNER, email="owner@example.org")
    many = [Player(username=f"player{n}", email=f"p{n}@example.org") for n in range(2 * bots // 5)]
    rows = [staff, owner, *many]
    for row in rows:
        row.password = make_password(None)
        row.date_joined = begun
    Player.objects.bulk_create(rows, batch_size=BATCH)
    _club(rows, begun)
    opening.ensure_variants()
    # Bots of one game would meet those of others here.
    shipped = [one for one in opening.ensure_bots(now=begun) if len(one.games) > 1]
    made = _bots(rows[1:], bots - len(shipped), days, begun, rng)
    theirs = [_house(version) for version in shipped]
    made.update({one.bot: [one] for one in theirs})
    return People([row.pk for row in rows[1:]], made, theirs, owner.pk)


def _club(players: list[Player], begun: datetime) -> None:
    """The club of the owner and of as many others as a club may have."""
    club = Club.objects.create(name="Course", slug=CLUB, created_at=begun)
    members = [
        ClubMember(club=club, player=one, joined_at=begun) for one in players[1 : MOST_MEMBERS + 1]
    ]
    members[0].role = ClubMember.Role.ORGANISER
    ClubMember.objects.bulk_create(members)


def _house(version: Version) -> Competitor:
    bot = version.bot
    strength = {"Random": -440.0, BUSY: 0.0}.get(bot.name, 200.0)
    return Competitor(
        version.pk, bot.pk, bot.owner_id, True, Seated(bot.name, version.number), strength,
        version.games,
    )  # fmt: skip


def _bots(
    owners: list[Player], count: int, days: int, begun: datetime, rng: random.Random
) -> dict[int, list[Competitor]]:
    theirs = _owners(owners, count)
    rows = Bot.objects.bulk_create(
        (
            Bot(
                owner=theirs[number],
                name=f"Bot {number:05}",
                slug=f"bot-{number:05}",
                description="Looks a few moves ahead, and counts the seeds in its store.",
                created_at=begun + timedelta(minutes=number),
            )
            for number in range(count)
        ),
        batch_size=BATCH,
    )
    versions = [
        _version(row, number, begun, days)
        for row in rows
        for number in range(1, 3 if row.pk % 5 == 0 else 2)
    ]
    Version.objects.bulk_create(versions, batch_size=BATCH)
    found: dict[int, list[Competitor]] = {}
    strengths = {row.pk: rng.gauss(0, 200) for row in rows}
    for version in versions:
        bot = version.bot
        seated = Seated(bot.name, version.number)
        strength = strengths[bot.pk] + 50 * (version.number - 1)
        since = _since(bot.pk, days) if version.number > 1 else 0
        one = Competitor(
            version.pk, bot.pk, bot.owner_id, False, seated, strength, version.games, since
        )
        found.setdefault(bot.pk, []).append(one)
    return found


def _owners(players: list[Player], count: int) -> list[Player]:
    """The owners of `count` bots."""
    busy = [one for one in players[::40] for _bot in range(MANY)][: count // 2]
    return list(islice(chain(busy, cycle(players)), count))


def _games(number: int) -> list[str]:
    """The game of a bot."""
    ends = accumulate(SHARES.values())
    place = number * 37 % 100
    return [next(game for game, end in zip(SHARES, ends, strict=True) if place < end)]


def _since(bot: int, days: int) -> int:
    """The day of its second version."""
    return bot * 7 % max(1, days - 10)


def _version(bot: Bot, number: int, begun: datetime, days: int) -> Version:
    # All have the same two archives, which the storage keeps once.
    packed = pack("bot.py", samples.read("random") + f"\n# {number}\n".encode())
    day = _since(bot.pk, days) if number > 1 else 0
    row = Version(
        bot=bot,
        number=number,
        sha256=packed.sha256,
        size=len(packed.data),
        stored_size=len(compress(packed.data)),
        games=_games(bot.pk),
        status=Version.Status.ACCEPTED,
        created_at=begun + timedelta(days=day),
    )
    row.archive.name = f"archives/{packed.sha256[:2]}/{packed.sha256}.zip.z"
    return row


def store_archives() -> None:
    """Put the archives of all bots where the storage looks for them."""
    storage = Version.archive.field.storage
    for number in (1, 2):
        packed = pack("bot.py", samples.read("random") + f"\n# {number}\n".encode())
        name = f"archives/{packed.sha256[:2]}/{packed.sha256}.zip.z"
        if not storage.exists(name):
            storage.save(name, ContentFile(compress(packed.data)))
