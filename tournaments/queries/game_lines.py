"""Games as lines of JSON: what files of many games consist of (docs/28-research.md)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from tournaments.models import Game, Seat, Tournament, Variant
from tournaments.queries import matches

FORMAT = 1

_BATCH = 500
"""Games that are in memory at once, with their records."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True)
class Month:
    """A month of UTC: its first day."""

    first: date

    @classmethod
    def of(cls, moment: datetime) -> "Month":
        """The month in which a moment lies."""
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
        """The moment with which the next one begins."""
        return self.next.begin

    def __str__(self) -> str:
        return f"{self.first:%Y-%m}"


def rated(variant: Variant) -> QuerySet[Game]:
    """The rated games of a leaderboard, those that staff have voided among them."""
    return Game.objects.finished().public().filter(variant=variant, unrated_reason="")


def of_month(variant: Variant, month: Month) -> Iterator[dict[str, Any]]:
    """The games that ended in a month and counted at its end, as they ended.

    Bots have numbers in the place of names: a name may have to go, and the file never changes.
    """
    ended = Q(ended_at__gte=month.begin, ended_at__lt=month.end)
    counted = Q(voided_at=None) | Q(voided_at__gte=month.end)
    games = _lines(rated(variant).filter(ended, counted).order_by("ended_at", "pk"))
    return map(_nameless, games)


def withdrawn(variant: Variant, month: Month) -> Iterator[dict[str, Any]]:
    """The games of earlier months that staff voided in this one."""
    voided = rated(variant).filter(voided_at__gte=month.begin, voided_at__lt=month.end)
    rows = voided.filter(ended_at__lt=month.begin).order_by("voided_at", "pk")
    told = rows.values_list("match", "number", "ended_at", "voided_at", "void_reason")
    for match, number, ended_at, voided_at, reason in told.iterator(chunk_size=_BATCH):
        assert ended_at is not None, "over"
        assert voided_at is not None, "void"
        yield {
            "kind": "withdrawn", "match": match, "number": number,
            "month": str(Month.of(ended_at)), "voided_at": _moment(voided_at), "reason": reason,
        }  # fmt: skip


def of_tournament(tournament: Tournament) -> Iterator[dict[str, Any]]:
    """The games of a tournament that count, by its rounds and pairings."""
    rows = Game.objects.counted().filter(match__tournament=tournament)
    return map(_named, _lines(rows.order_by("match__pairing", "match__number", "number")))


def heading(variant: Variant, **told: object) -> dict[str, Any]:
    """What a file of games of a variant begins with."""
    described = {"variant": variant.key, "rules": variant.rules_version}
    return {"kind": "file", "format": FORMAT, **told, **described}


def text(line: dict[str, Any]) -> str:
    """A line of a file, with its end."""
    return _encode(line) + "\n"


def _lines(games: QuerySet[Game]) -> Iterator[dict[str, Any]]:
    seats = Seat.objects.select_related("version__bot").only(
        "game", "number", "version__number", "version__bot__slug"
    )
    rows = games.select_related("match__tournament").prefetch_related(
        Prefetch("seats", seats.order_by("number")), "match__replaced_seeds"
    )
    return map(_line, rows.iterator(chunk_size=_BATCH))


def _line(game: Game) -> dict[str, Any]:
    assert game.match.tournament is not None, "of a tournament"
    assert game.ended_at is not None, "over"
    versions = [seat.version for seat in game.seats.all()]
    return {
        "kind": "game",
        "match": game.match_id,
        "number": game.number,
        "tournament": game.match.tournament.slug,
        "time_control": game.match.time_control,
        "ended_at": _moment(game.ended_at),
        "rated": not game.unrated_reason,
        "repetition": game.is_repetition,
        "versions": [(one.bot_id, one.number) for one in versions],
        "bots": [f"{one.bot.slug}/{one.number}" for one in versions],
        "record": matches.public_record(game),
    }


def _nameless(line: dict[str, Any]) -> dict[str, Any]:
    """The line without what bots are called."""
    bots = [f"bot-{one}/{version}" for one, version in line.pop("versions")]
    return line | {"bots": bots, "record": _renamed(line["record"], bots)}


def _renamed(record: dict[str, Any] | None, bots: list[str]) -> dict[str, Any] | None:
    if record is None:
        return None
    names = [one.partition("/")[0] for one in bots]
    seats = [seat | {"name": name} for seat, name in zip(record["seats"], names, strict=True)]
    return record | {"seats": seats}


def _named(line: dict[str, Any]) -> dict[str, Any]:
    """The line with what bots are called now."""
    del line["versions"]
    return line


def _moment(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
