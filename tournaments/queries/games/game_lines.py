"""Games as lines of JSON, for files of many games (docs/28-research.md)."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import chain
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Game, Match, Seat, Tournament, Variant, load_records
from tournaments.models.game_files import GAMES_LICENSE
from tournaments.models.record_files import neutral, with_names
from tournaments.queries.games import matches

FORMAT = 1

_BATCH = 1000
"""The most games in memory at once, without their records."""

_RECORDS = 100
"""The most records in memory at once."""

_TOLD = (
    "number", "ended_at", "unrated_reason", "is_repetition", "match__time_control",
    "match__status", "match__seed", "match__value_function", "match__value_sha256",
    "match__tournament__slug",
)  # fmt: skip
"""The columns read of each game, apart from its record."""

_RECORD = ("record_in_row", "record_file", "record_number")

_Version = tuple[int, int, str, float | None]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True)
class Month:
    """A month in UTC, given by its first day."""

    first: date

    @classmethod
    def of(cls, moment: datetime) -> "Month":
        """The month of a moment."""
        return cls(moment.astimezone(UTC).date().replace(day=1))

    @property
    def next(self) -> "Month":
        year, month = divmod(self.first.year * 12 + self.first.month, 12)
        return Month(date(year, month + 1, 1))

    @property
    def begin(self) -> datetime:
        return datetime(self.first.year, self.first.month, 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The moment at which the next month begins."""
        return self.next.begin

    def __str__(self) -> str:
        return f"{self.first:%Y-%m}"


def rated(variant: Variant) -> QuerySet[Game]:
    """The rated games of a leaderboard, including those that staff have voided."""
    return Game.objects.entered().public().filter(variant=variant, unrated_reason="")


def counted(variant: Variant, begin: datetime, end: datetime, *, at: datetime) -> QuerySet[Game]:
    """The games that ended from one moment to before another, and counted `at` a third one."""
    is_valid = Q(voided_at=None) | Q(voided_at__gte=at)
    return rated(variant).filter(is_valid, ended_at__gte=begin, ended_at__lt=end)


def nameless(games: QuerySet[Game]) -> Iterator[dict[str, Any]]:
    """The lines of these games in the order in which they ended.

    Bots have numbers instead of names: a name may have to go, and the file never changes.
    """
    return map(_nameless, _lines(_by_end(games)))


def withdrawn(variant: Variant, month: Month, until: datetime) -> Iterator[dict[str, Any]]:
    """The games of earlier months that staff voided in this one, before a moment."""
    voided = rated(variant).filter(voided_at__gte=month.begin, voided_at__lt=until)
    rows = voided.filter(ended_at__lt=month.begin).order_by("voided_at", "pk")
    columns = rows.values_list("match", "number", "ended_at", "voided_at", "void_reason")
    for match, number, ended_at, voided_at, reason in columns.iterator(chunk_size=_BATCH):
        assert ended_at is not None, "over"
        assert voided_at is not None, "void"
        yield {
            "kind": "withdrawn", "match": match, "number": number,
            "month": str(Month.of(ended_at)), "voided_at": moment(voided_at), "reason": reason,
        }  # fmt: skip


def of_tournament(tournament: Tournament) -> Iterator[dict[str, Any]]:
    """The games of a tournament that count, by its rounds and pairings."""
    return map(_named, _lines(_by_pairing(tournament)))


OPEN = "open: bots may have played from their authors' machines, and nobody controls these"
"""What files say of the games of an open variant."""


def heading(variant: Variant, **more: object) -> dict[str, Any]:
    """The first line of a file of games of a variant."""
    described = {"variant": variant.key, "rules": variant.rules_version}
    if variant.is_open:
        described["conditions"] = OPEN
    return {"kind": "file", "format": FORMAT, "license": GAMES_LICENSE, **more, **described}


def text(line: dict[str, Any]) -> str:
    """A line of a file, with its line break."""
    return _encode(line) + "\n"


def _by_end(games: QuerySet[Game]) -> Iterator[QuerySet[Game]]:
    """These games in the order in which they ended, read in batches."""
    ordered = games.order_by("ended_at", "pk")
    rest = ordered
    while some := list(rest.values_list("ended_at", "pk")[:_BATCH]):
        yield Game.objects.filter(pk__in=[pk for _ended_at, pk in some]).order_by("ended_at", "pk")
        ended_at, last = some[-1]
        # The first condition is there for the index.
        after = Q(ended_at__gt=ended_at) | Q(pk__gt=last)
        rest = ordered.filter(after, ended_at__gte=ended_at)


def _by_pairing(tournament: Tournament) -> Iterator[QuerySet[Game]]:
    """The games of a tournament that count by rounds and pairings, read in batches of matches."""
    counted = Game.objects.counted()
    matches = Match.objects.filter(Exists(counted.filter(match=OuterRef("pk"))))
    # Rounds and their pairings are made one after the other, so their ids are in that order.
    ordered = matches.filter(tournament=tournament).order_by("pairing", "number")
    rest = ordered
    while some := list(rest.values_list("pairing", "number", "pk")[: _BATCH // 2]):
        games = counted.filter(match__in=[pk for *_place, pk in some])
        yield games.order_by("match__pairing", "match__number", "number")
        pairing, number, _pk = some[-1]
        after = Q(pairing__gt=pairing) | Q(number__gt=number)
        rest = ordered.filter(after, pairing__gte=pairing)


def _lines(batches: Iterator[QuerySet[Game]]) -> Iterator[dict[str, Any]]:
    return chain.from_iterable(map(_of_batch, batches))


def _of_batch(rows: QuerySet[Game]) -> Iterator[dict[str, Any]]:
    """The lines of some games. Records are long, so few of them are in memory at once."""
    related = rows.select_related("match__tournament").prefetch_related("match__replaced_seeds")
    games = list(related.only(*_TOLD))
    versions = _versions([game.pk for game in games])
    for first in range(0, len(games), _RECORDS):
        for game in _with_records(games[first : first + _RECORDS]):
            yield _line(game, versions[game.pk])
            game.record_in_row = game.filed_record = None


def _with_records(games: list[Game]) -> list[Game]:
    # With an order, the database would walk an index of all games.
    rows = Game.objects.filter(pk__in=[game.pk for game in games]).order_by()
    # Of one moment: a record leaves its row, and has its place in a file, at once.
    places = {pk: place for pk, *place in rows.values_list("pk", *_RECORD)}
    for game in games:
        game.record_in_row, game.record_file_id, game.record_number = places[game.pk]
    return load_records(games)


def _versions(games: Sequence[int]) -> dict[int, list[_Version]]:
    """The versions in these games by seats: bot, version's number, slug of the bot, luck."""
    versions: dict[int, list[_Version]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=games).order_by("game", "number")
    columns = ("game", "version__bot", "version__number", "version__bot__slug", "luck")
    for game, *version in rows.values_list(*columns):
        versions[game].append(tuple(version))
    return versions


def _line(game: Game, versions: Sequence[_Version]) -> dict[str, Any]:
    assert game.match.tournament is not None, "of a tournament"
    assert game.ended_at is not None, "over"
    return {
        "kind": "game",
        "match": game.match_id,
        "number": game.number,
        "tournament": game.match.tournament.slug,
        "time_control": game.match.time_control,
        "ended_at": moment(game.ended_at),
        "rated": not game.unrated_reason,
        "repetition": game.is_repetition,
        "versions": [(bot, number) for bot, number, _slug, _luck in versions],
        "bots": [f"{slug}/{number}" for _bot, number, slug, _luck in versions],
        "luck": [luck for *_version, luck in versions],
        "value_function": game.match.value_function,
        "value_sha256": game.match.value_sha256,
        "record": matches.public_record(game),
    }


def _nameless(line: dict[str, Any]) -> dict[str, Any]:
    """The line without the names of bots."""
    versions, record = line.pop("versions"), line["record"]
    bots = [f"{neutral(bot)}/{version}" for bot, version in versions]
    names = [neutral(bot) for bot, _version in versions]
    return line | {"bots": bots, "record": with_names(record, names) if record else None}


def _named(line: dict[str, Any]) -> dict[str, Any]:
    """The line with the present names of bots."""
    del line["versions"]
    return line


def moment(when: datetime) -> str:
    """A moment in UTC, to the second: 2026-11-01T00:00:00Z."""
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
