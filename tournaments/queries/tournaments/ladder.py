"""The present state of a ladder: entries, next tables, last matches, and daily shares."""

from bisect import bisect, bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import combinations, groupby, islice

from django.conf import settings
from django.db.models import (
    Count,
    F,
    FilteredRelation,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
)
from django.db.models.functions import Coalesce

from tournaments.mathematics import elo
from tournaments.mathematics.formats.ladder import Candidate, Caps, has_share, in_turn
from tournaments.models import (
    Bot,
    Entry,
    Match,
    PairingSide,
    Rating,
    Tournament,
    Variant,
    Version,
)
from tournaments.queries.ratings import eligibility
from tournaments.queries.slices import Slices

DAY = timedelta(hours=24)
"""A share covers the last 24 hours, so that not all shares restart at midnight."""

HOUR = timedelta(hours=1)

MANY = 1000
"""The state of a ladder with more entries is cached for some seconds."""

KEPT = timedelta(seconds=10)

_LOOKED_AT = 50
"""How many bots at a time are checked for whether they may begin a table."""

NEW_GAMES = 40
"""A version with fewer rated games is new: it may play its share of the day at once.

House bots begin no game after so many: then they are anchors, which play when others choose them.
On open ladders they are that from the first game on.
"""


@dataclass(frozen=True)
class Rung:
    """A bot on the ladder: its place by rating, the rating, and its games of the day.

    `rests` says for how long the bot rests: "day", "hour", or empty for a bot that does not rest.
    """

    place: int
    version: Version
    rating: Rating
    games: int
    rests: str


@dataclass(frozen=True)
class _Played:
    """An entry's recent games, open ones included, and when the last was queued."""

    day: int = 0
    hour: int = 0
    last: float = -1.0


@dataclass(frozen=True)
class _Lately:
    """Recent games by the id of an entry, and the number of games of the day by owner."""

    played: Mapping[int, _Played]
    owners: Mapping[int, int]

    def of(self, entry: int) -> _Played:
        return self.played.get(entry, _NOTHING)

    def turn(self, entry: int) -> tuple[int, float, int]:
        """Sort key for choosing who plays next."""
        played = self.of(entry)
        return played.day, played.last, entry


_NOTHING = _Played()


@dataclass(frozen=True)
class _State:
    """The state of a ladder at a moment: its entries in their order, and recent games.

    `order` has each entry by its id, with its strength, best first; `turns` has the ids in the
    order in which they are chosen for tables.
    """

    seen_at: datetime
    order: list[tuple[int, int]]
    lately: _Lately
    turns: list[int]


_STATES: dict[int, _State] = {}
"""The last state of each long ladder, by its id, for the pages of this process: too much to be
written out and read again for each of them."""


def caps() -> Caps:
    """The daily shares that the settings give a bot and an owner."""
    return Caps(bot=settings.LADDER_BOT_GAMES, owner=settings.LADDER_OWNER_GAMES)


def open_on(variant: Variant) -> Tournament | None:
    """The ladder of a leaderboard; None where none is on."""
    return Tournament.objects.ladders().open().filter(variant=variant).first()


def climbed_by(bot: Bot) -> QuerySet[Tournament]:
    """The running ladders that a bot is on, by variant."""
    entries = Entry.objects.active().filter(version__bot=bot)
    rows = Tournament.objects.ladders().running().filter(pk__in=entries.values("tournament"))
    return rows.select_related("variant").order_by("variant")


def entries(ladder: Tournament) -> QuerySet[Entry]:
    """The active entries of a ladder, by number."""
    rows = ladder.entries.active()
    return rows.select_related("version__bot__owner").order_by("number")


def open_matches(ladder: Tournament) -> QuerySet[Match]:
    """The open matches of a ladder, in the order in which they were made."""
    return ladder.matches.open().order_by("pk")


def apart(ladder: Tournament, owners: Collection[int], *, now: datetime) -> set[frozenset[int]]:
    """The pairs of players, one of `owners`, whose next match today would not be rated.

    Open matches count like games that have been rated.
    """
    each = ladder.games_per_pairing
    met = eligibility.met_today(ladder.variant, owners, now=now)
    sides = PairingSide.objects.filter(
        pairing__matches__in=open_matches(ladder).order_by(), entry__version__bot__is_house=False
    ).order_by("pairing")
    seated = sides.values_list("pairing", "entry__version__bot__owner")
    for _pairing, table in groupby(seated, key=lambda row: row[0]):
        for pair in combinations([owner for _row, owner in table], 2):
            met[frozenset(pair)] += each
    full = {pair for pair, games in met.items() if games + each > elo.DAILY_CAP}
    return full | {frozenset(row.owners) for row in ladder.variant.anomalies.in_force()}


def strengths(variant: Variant, versions: Sequence[Version]) -> dict[int, Rating]:
    """The rating of each version, by its id.

    A version that has not played gets an unsaved row with the value that it would start with.
    """
    bots = [version.bot_id for version in versions]
    rows = Rating.objects.with_games().filter(variant=variant, version__bot__in=bots)
    by_bot: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for bot, number, value, games in rows.order_by("version__number").values_list(
        "version__bot", "version__number", "value", "games"
    ):
        by_bot[bot].append((number, value, games))
    return {version.pk: _strength(variant, version, by_bot[version.bot_id]) for version in versions}


class Rungs(Slices[Rung]):
    """The bots on a ladder, best first; equal ratings share the better place.

    A slice reads only its bots. If `shared`, a long ladder is read at most every few
    seconds.
    """

    def __init__(self, ladder: Tournament, *, now: datetime, shared: bool) -> None:
        self._ladder, self._now, self._shared = ladder, now, shared
        self._entries: dict[int, Entry] = {}
        self._ratings: dict[int, Rating] = {}

    @cached_property
    def _state(self) -> _State:
        seen = _STATES.get(self._ladder.pk) if self._shared else None
        if seen and abs(self._now - seen.seen_at) < KEPT:
            return seen
        state = _seen(self._ladder, self._now)
        if self._shared and len(state.order) > MANY:
            _STATES[self._ladder.pk] = state
        return state

    @property
    def _order(self) -> list[tuple[int, int]]:
        return self._state.order

    def __len__(self) -> int:
        return len(self._order)

    def between(self, start: int, stop: int) -> list[Rung]:
        rungs = self._order[start:stop]
        # The order may be cached, and some of its entries may have left since.
        rows = entries(self._ladder).in_bulk([key for key, _strength in rungs])
        seen = {candidate.key: candidate for candidate in self._candidates(rows)}
        return [
            Rung(
                place=1 + bisect_left(self._order, -strength, key=lambda entry: -entry[1]),
                version=rows[key].version,
                rating=self._ratings[rows[key].version_id],
                games=seen[key].games_today,
                rests=_rests(seen[key], caps()),
            )
            for key, strength in rungs
            if key in rows
        ]

    def following(self, limit: int) -> list[tuple[Version, int]]:
        """The bots that are chosen first for the next tables, each with its games of the day."""
        first = islice(self.in_turn(), limit)
        return [(self.entry(candidate.key).version, candidate.games_today) for candidate in first]

    def in_turn(self) -> Iterator[Candidate]:
        """The bots that may be chosen first, in turn, read in batches."""
        keys = self._state.turns
        for first in range(0, len(keys), _LOOKED_AT):
            rows = entries(self._ladder).in_bulk(keys[first : first + _LOOKED_AT])
            yield from in_turn(self._candidates(rows), caps())

    def near(self, candidate: Candidate, count: int) -> list[Candidate]:
        """The `count` bots on either side in the order, with all equals of the last ones."""
        values = [-strength for _key, strength in self._order]
        place = [key for key, _strength in self._order].index(candidate.key)
        first, last = max(0, place - count), min(len(values) - 1, place + count)
        first, last = bisect_left(values, values[first]), bisect(values, values[last])
        keys = [key for key, _strength in self._order[first:last] if key != candidate.key]
        return self._candidates(entries(self._ladder).in_bulk(keys))

    def entry(self, key: int) -> Entry:
        """The entry of this id, from those that have been read."""
        return self._entries[key]

    def _candidates(self, rows: Mapping[int, Entry]) -> list[Candidate]:
        versions = [entry.version for entry in rows.values()]
        self._entries.update(rows)
        self._ratings.update(strengths(self._ladder.variant, versions))
        lately, shares = self._state.lately, caps()
        return [
            _candidate(
                entry, lately.of(entry.pk), self._ratings[entry.version_id], lately.owners, shares
            )
            for entry in rows.values()
        ]


def rungs(ladder: Tournament, *, now: datetime) -> Rungs:
    """The bots on a ladder, best first, for a page."""
    return Rungs(ladder, now=now, shared=True)


def fresh_rungs(ladder: Tournament, *, now: datetime) -> Rungs:
    """The current order, uncached, for pairing."""
    return Rungs(ladder, now=now, shared=False)


def _seen(ladder: Tournament, now: datetime) -> _State:
    order, lately = _by_strength(ladder), _Lately(_played(ladder, now), _owners_games(now))
    turns = sorted((key for key, _strength in order), key=lately.turn)
    return _State(now, order, lately, turns)


def _by_strength(ladder: Tournament) -> list[tuple[int, int]]:
    """The ids of the active entries, best first, each with its strength."""
    here = Q(version__ratings__variant=ladder.variant_id, version__ratings__games__gt=0)
    rated = FilteredRelation("version__ratings", condition=here)
    rows = ladder.entries.active().annotate(own=rated)
    everybody = list(rows.values_list("pk", "own__value", "number"))
    played = [row for row in everybody if row[1] is not None]
    if len(played) < len(everybody):
        played += _not_played(ladder, rows.filter(own__isnull=True))
    best = sorted(played, key=lambda row: (-row[1], row[2]))
    return [(entry, value) for entry, value, _number in best]


def _not_played(ladder: Tournament, rows: QuerySet[Entry]) -> list[tuple[int, int, int]]:
    """Versions without a game here, each with its predecessor's strength."""
    before = Rating.objects.with_games().filter(
        variant=ladder.variant,
        version__bot=OuterRef("version__bot"),
        version__number__lt=OuterRef("version__number"),
    )
    last = Subquery(before.order_by("-version__number").values("value")[:1])
    inherited = rows.annotate(strength=Coalesce(last, elo.START))
    return list(inherited.values_list("pk", "strength", "number"))


def matches_under_way(ladder: Tournament) -> QuerySet[Match]:
    """The open matches of a ladder, the longest wait first, with the columns of a list."""
    return ladder.matches.open().order_by("queued_at", "pairing_id").only(*_SHOWN)


_SHOWN = ("pairing", "status", "ended_at", "tournament", "checks", "void_reason")
"""The columns of a match in a ladder's list. Each pairing of a ladder is one match."""


def last_pairings(ladder: Tournament) -> "QuerySet[Match, int]":
    """The ids of the pairings that were played, the newest first, from one index."""
    over = ladder.matches.finished().filter(pairing__isnull=False)
    return over.order_by("-ended_at", "-pairing_id").values_list("pairing_id", flat=True)


def last_matches(pairings: "QuerySet[Match, int]") -> QuerySet[Match]:
    """The matches of a slice of `last_pairings`, in its order."""
    rows = Match.objects.filter(pairing__in=pairings).order_by("-ended_at", "-pairing_id")
    return rows.only(*_SHOWN)


def _lately(now: datetime, window: timedelta) -> Q:
    """Selects the sides of matches that are open or ended in the last `window`."""
    ended = Q(
        pairing__matches__status=Match.Status.FINISHED, pairing__matches__ended_at__gt=now - window
    )
    return ended | Q(pairing__matches__status__in=Match.OPEN)


def _played(ladder: Tournament, now: datetime) -> dict[int, _Played]:
    """The recent games of each entry, by its id. Each pairing of a ladder is one match."""
    sides = PairingSide.objects.filter(_lately(now, DAY), pairing__matches__tournament=ladder)
    counted = (
        sides.order_by()
        .values("entry")
        .annotate(
            day=Count("pk"),
            hour=Count("pk", filter=_lately(now, HOUR)),
            last=Max("pairing__matches__queued_at"),
        )
    )
    each = ladder.games_per_pairing
    return {
        row["entry"]: _Played(each * row["day"], each * row["hour"], row["last"].timestamp())
        for row in counted
    }


def _owners_games(now: datetime) -> dict[int, int]:
    """The games of the last day on all ladders, by the id of the owner."""
    # With literal ids the database can estimate how many matches they have.
    ladders = list(Tournament.objects.ladders().values_list("pk", flat=True))
    of_ladders = Q(pairing__matches__tournament__in=ladders)
    sides = PairingSide.objects.filter(_lately(now, DAY), of_ladders)
    each = F("pairing__matches__tournament__games_per_pairing")
    counted = sides.order_by().values("entry__version__bot__owner").annotate(games=Sum(each))
    return dict(counted.values_list("entry__version__bot__owner", "games"))


def _candidate(
    entry: Entry, played: _Played, rating: Rating, owners: Mapping[int, int], caps: Caps
) -> Candidate:
    bot = entry.version.bot
    return Candidate(
        key=entry.pk,
        rating=rating.elo,
        recent_games=played.day,
        last_played=played.last,
        games_today=played.day,
        owner=None if bot.is_house else bot.owner_id,
        owner_games_today=owners.get(bot.owner_id, 0),
        resting=(bot.is_house and rating.variant.is_open)
        or (rating.games >= NEW_GAMES and (bot.is_house or played.hour >= max(1, caps.bot // 24))),
    )


def _strength(variant: Variant, version: Version, course: list[tuple[int, int, int]]) -> Rating:
    """The rating of a version, unsaved where it has not played yet."""
    before = [row for row in course if row[0] <= version.number]
    number, value, games = before[-1] if before else (0, elo.START, 0)
    own = games if number == version.number else 0
    return Rating(variant=variant, version=version, value=value, games=own)


def _rests(candidate: Candidate, caps: Caps) -> str:
    if not has_share(candidate, caps):
        return "day"
    return "hour" if candidate.resting else ""
