"""Which games are rated, and why others are not: one rule for finished and coming games.

The rule depends on rows that everybody can read and that never change. These are where the game is
played, whose bots meet, whether an anomaly of two owners is in force, and how many games of the
same two owners have been rated on the same leaderboard on the same UTC day. Games that are voided
later still count in that number, so that no decision about another game ever changes.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from itertools import combinations, groupby

from django.db.models import Q, QuerySet, Sum

from tournaments.mathematics.elo import DAILY_CAP
from tournaments.mathematics.meetings import Two
from tournaments.models import Meeting, Seat, Tournament, Unrated, Variant, Version
from tournaments.models.anomalies import AnomalyQuerySet

_CHUNK = 2000
_SIDES = ("version", "opponent")

Owner = tuple[str, int]
"""What the cap counts: a player by id, or a house bot by id, which is an owner of its own."""

Pair = tuple[Owner, Owner]


@dataclass(frozen=True)
class OwnedVersion:
    """A version with its bot and its owner, all by their ids."""

    version: int
    bot: int
    owner: int
    is_house: bool
    is_remote: bool = False

    @property
    def counted(self) -> Owner:
        return ("house bot", self.bot) if self.is_house else ("player", self.owner)


@dataclass(frozen=True)
class RatingFacts:
    """The facts that decide whether a game is rated; the winner is not among them.

    `places` is how many sides a game of the variant has, and `is_open` whether remote bots play in
    it. `format` and `access` are those of the tournament; they are None where a game checks an
    upload.
    """

    has_leaderboard: bool
    is_open: bool
    places: int
    format: str | None
    access: str | None
    sides: tuple[OwnedVersion, ...]

    def barred(self) -> str:
        """Why such a game is never rated, as a code of `Unrated`; empty where it may be."""
        owners = [side.owner for side in self.sides if not side.is_house]
        why = Unrated
        wrong = (
            (not self.has_leaderboard, why.NO_LEADERBOARD),
            (self.format is None, why.CHECK),
            (self.format == Tournament.Format.TRIAL, why.TRIAL),
            (self.access == Tournament.Access.PRIVATE, why.PRIVATE),
            (not self.is_open and any(side.is_remote for side in self.sides), why.REMOTE),
            (len(self.sides) < self.places, why.SAME_VERSION),
            (len(set(owners)) < len(owners), why.ONE_OWNER),
        )
        return next((str(code) for is_wrong, code in wrong if is_wrong), "")

    def pairs(self) -> list[Pair]:
        """Every two owners that meet, without pairs of two house bots."""
        return [_pair(side, other) for side, other in _counted(self.sides)]

    def player_pairs(self) -> list[Pair]:
        """Every two players that meet, without house bots."""
        return [pair for pair in self.pairs() if not _has_house(pair)]

    @property
    def is_meeting(self) -> bool:
        """Whether versions meet in a game of a tournament that everybody may see."""
        is_public = self.access not in (None, Tournament.Access.PRIVATE)
        return is_public and len(self.sides) > 1

    def capped_pairs(self) -> list[Pair]:
        """The pairs of owners that have a daily cap.

        On ladders, where the platform chooses who meets, pairs with a house bot have none.
        """
        is_ladder = self.format == Tournament.Format.LADDER
        return [pair for pair in self.pairs() if not (is_ladder and _has_house(pair))]


def first_of_owners(sides: Sequence[OwnedVersion]) -> frozenset[Two]:
    """Of every two owners that meet in a game, the first versions that do."""
    firsts: dict[Pair, Two] = {}
    for side, other in _counted(sides):
        firsts.setdefault(_pair(side, other), (side.version, other.version))
    return frozenset(firsts.values())


def _counted(sides: Sequence[OwnedVersion]) -> Iterator[tuple[OwnedVersion, OwnedVersion]]:
    """Every two sides, without two house bots."""
    twos = combinations(sides, 2)
    return ((side, other) for side, other in twos if not (side.is_house and other.is_house))


def facts_of(seats: Sequence[Seat]) -> RatingFacts:
    """The facts of one game, by its seats in their order (see `SeatQuerySet.of_report`)."""
    game = seats[0].game
    tournament = game.match.tournament
    sides = {seat.version_id: _owned(seat.version) for seat in seats}
    return RatingFacts(
        has_leaderboard=game.variant.rated,
        is_open=game.variant.is_open,
        places=len(set(game.variant.sides())),
        format=tournament.format if tournament else None,
        access=tournament.access if tournament else None,
        sides=tuple(sides.values()),
    )


def _owned(version: Version) -> OwnedVersion:
    bot = version.bot
    return OwnedVersion(version.pk, bot.pk, bot.owner_id, bot.is_house, version.is_remote)


class Decisions:
    """Decides on one game after another, by what is rated before and what it decides itself.

    It reads what concerns these games, and is exact while the row of the leaderboard is locked.
    """

    def __init__(self, variant: Variant, games: Collection[tuple[RatingFacts, date]]) -> None:
        owners = {side.owner for facts, _day in games for side in facts.sides}
        in_force = variant.anomalies.of(owners).in_force()
        self._suspects = {frozenset(row.owners) for row in in_force}
        self._rated = _rated_on(variant, owners, {day for _facts, day in games})

    def decide(self, facts: RatingFacts, day: date) -> str:
        """Why a game of that day is not rated, as a code of `Unrated`; empty where it is."""
        reason = facts.barred() or self._refused(facts, day)
        if not reason:
            self._rated.update((day, pair) for pair in facts.pairs())
        return reason

    def _refused(self, facts: RatingFacts, day: date) -> str:
        players = ({pk for _kind, pk in pair} for pair in facts.player_pairs())
        if any(two in self._suspects for two in players):
            return str(Unrated.ANOMALY)
        is_full = any(self._rated[day, pair] >= DAILY_CAP for pair in facts.capped_pairs())
        return str(Unrated.DAILY_CAP) if is_full else ""


def _rated_on(
    variant: Variant, owners: Collection[int], days: Collection[date]
) -> Counter[tuple[date, Pair]]:
    """How many games every two of these owners have rated on a leaderboard on each day."""
    rows = variant.meetings.filter(
        day__in=days, version__bot__owner__in=owners, opponent__bot__owner__in=owners
    )
    columns = [f"{side}__bot{part}" for side in _SIDES for part in ("", "__owner", "__is_house")]
    rated: Counter[tuple[date, Pair]] = Counter()
    sums = rows.order_by().values_list("day", *columns).annotate(games=Sum("day_games"))
    for day, bot, owner, is_house, *other, games in sums:
        twos = OwnedVersion(0, bot, owner, is_house), OwnedVersion(0, *other)
        # Each meeting stands there from both sides.
        if twos[0].counted < twos[1].counted:
            rated[day, _pair(*twos)] += games
    return rated


def anomalies(variant: Variant, facts: RatingFacts) -> AnomalyQuerySet:
    """The anomalies of two owners who meet in a game."""
    players = [side.owner for side in facts.sides if not side.is_house]
    return variant.anomalies.of(players)


def rated_today(variant: Variant, pair: Pair, *, now: datetime) -> int:
    """How many games of two owners have been rated on a leaderboard this UTC day."""
    owner, other = pair
    rows = _of_day(variant, now).filter(_is_of("version", owner), _is_of("opponent", other))
    return rows.aggregate(games=Sum("day_games"))["games"] or 0


def met_today(
    variant: Variant, owners: Collection[int], *, now: datetime
) -> Counter[frozenset[int]]:
    """How many rated games every two players, one of `owners`, have today on a leaderboard."""
    rows = _of_day(variant, now).filter(
        version__bot__owner__in=owners, version__bot__is_house=False, opponent__bot__is_house=False
    )
    twos = rows.order_by().values("version__bot__owner", "opponent__bot__owner")
    counted = twos.annotate(games=Sum("day_games"))
    return Counter(
        {
            frozenset((row["version__bot__owner"], row["opponent__bot__owner"])): row["games"]
            for row in counted
        }
    )


def facts_by_game(seats: QuerySet[Seat]) -> Iterator[tuple[int, RatingFacts]]:
    """The facts of the games of these seats: the id of each game with its facts, by id."""
    rows = seats.order_by("game", "number").values_list(
        "game", "game__variant", "game__match__tournament", "version", "version__bot",
        "version__bot__owner", "version__bot__is_house", "version__is_remote",
    )  # fmt: skip
    # Each variant and each tournament is read once for all of these games.
    of_variant, of_tournament = cache(_of_variant), cache(_of_tournament)
    for game, group in groupby(rows.iterator(chunk_size=_CHUNK), key=lambda row: row[0]):
        table = list(group)
        _game, variant, tournament = table[0][:3]
        has_leaderboard, is_open, places = of_variant(variant)
        format_, access = of_tournament(tournament) if tournament else (None, None)
        # Partners are one side.
        sides = {row[3]: OwnedVersion(*row[3:6], *map(bool, row[6:])) for row in table}
        facts = (has_leaderboard, is_open, places, format_, access, tuple(sides.values()))
        yield game, RatingFacts(*facts)


def _of_variant(pk: int) -> tuple[bool, bool, int]:
    """Whether it has a leaderboard, whether it is open, and how many sides its games have."""
    row = Variant.objects.get(pk=pk)
    return row.rated, row.is_open, len(set(row.sides()))


def _of_tournament(pk: int) -> tuple[str, str]:
    return Tournament.objects.filter(pk=pk).values_list("format", "access").get()


def day_of(moment: datetime) -> datetime:
    """The beginning of the UTC day of a moment."""
    return moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _of_day(variant: Variant, now: datetime) -> QuerySet[Meeting]:
    """The meetings with a game that has been rated on a leaderboard today."""
    return Meeting.objects.filter(variant=variant, day=day_of(now).date())


def _is_of(side: str, owner: Owner) -> Q:
    kind, pk = owner
    if kind == "player":
        return Q(**{f"{side}__bot__owner": pk, f"{side}__bot__is_house": False})
    return Q(**{f"{side}__bot": pk})


def _pair(side: OwnedVersion, other: OwnedVersion) -> Pair:
    first, second = sorted((side.counted, other.counted))
    return first, second


def _has_house(pair: Pair) -> bool:
    return any(kind != "player" for kind, _pk in pair)
