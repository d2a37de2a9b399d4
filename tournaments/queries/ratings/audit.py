"""Checks whether games were rated by the rule, by computing each decision again."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast

from django.db.models import Min

from tournaments.mathematics.elo import DAILY_CAP
from tournaments.models import Anomaly, Game, Seat, Unrated, Variant
from tournaments.models.games import GameQuerySet
from tournaments.queries.ratings import anomalies
from tournaments.queries.ratings.eligibility import Pair, RatingFacts, day_of, facts_by_game
from tournaments.queries.ratings.scope import Scope
from tournaments.words import Sentence

_CHUNK = 2000

_Day = tuple[datetime, Pair]


def wrong(variant: Variant, scope: Scope) -> Iterator[Sentence]:
    """Sentences about games of a leaderboard that were rated, or not rated, against the rule.

    They are looked at by whole UTC days, since the daily cap is of a day.

    Games that ended before there was a leaderboard are not checked, nor those that wait. The daily
    cap is checked by counts, because the rows do not tell which games of a day came first: no two
    owners may have more rated games than the cap, and a game may be refused only where the cap was
    reached. In the same way a game may be refused for an anomaly only where there has been one.
    Which games were rated while it was in force is exact, by the order of the ledger.
    """
    for begin, end in _days(variant, scope):
        days = Game.objects.entered().filter(variant=variant)
        if begin:
            days = days.filter(ended_at__gte=begin)
        if end:
            days = days.filter(ended_at__lt=end)
        yield from _wrong(variant, days)


def _days(variant: Variant, scope: Scope) -> Iterator[tuple[datetime | None, datetime | None]]:
    """Spans of days: those since the last check, and a slice of the days before; else all."""
    last = day_of(scope.since) if scope.since else None
    yield last, None
    first = variant.games.aggregate(first=Min("ended_at"))["first"]
    if last and first:
        day, begun = timedelta(days=1), day_of(first)
        days = (begun + number * day for number in range((last - begun).days))
        yield from ((begin, begin + day) for begin in days if scope.has(begin.toordinal()))


def _wrong(variant: Variant, days: GameQuerySet) -> Iterator[Sentence]:
    decided, tally = dict(_decided(days)), _Tally()
    flagged = {frozenset(row.owners) for row in variant.anomalies.all()}
    seats = Seat.objects.finished().filter(game__in=days.values("pk"))
    for game, met in facts_by_game(seats):
        # Some may have ended since the decisions were read.
        code, day = decided.get(game, (Unrated.NO_LEADERBOARD, None))
        if day is None or code == Unrated.NO_LEADERBOARD:
            continue
        due = met.barred()
        allowed = {due, due or Unrated.DAILY_CAP}
        if any(frozenset((first[1], other[1])) in flagged for first, other in met.player_pairs()):
            allowed.add(due or Unrated.ANOMALY)
        if code not in allowed:
            yield Sentence("decision-differs", variant=variant, game=game, noted=code, wanted=due)
        tally.count(game, code, day, met)
    yield from tally.wrong(variant)
    for row in variant.anomalies.all():
        yield from _rated_in_spite(row, days)


def _rated_in_spite(row: Anomaly, days: GameQuerySet) -> Iterator[Sentence]:
    """Sentences about games of two owners that were rated while an anomaly was in force."""
    rows = anomalies.games_of(row).filter(unrated_reason="", pk__in=days.values("pk"))
    entered = rows.annotate(entry=Min("ledger__pk")).filter(entry__gt=row.after_entry)
    if row.until_entry is not None:
        entered = entered.filter(entry__lte=row.until_entry)
    for game in entered.order_by("pk").values_list("pk", flat=True):
        yield Sentence(
            "decision-differs", variant=row.variant, game=game, noted="", wanted=Unrated.ANOMALY
        )


def _decided(days: GameQuerySet) -> Iterator[tuple[int, tuple[str, datetime]]]:
    """The code of each of these games by its id, and its day."""
    columns = days.order_by("pk").values_list("pk", "unrated_reason", "ended_at")
    for game, code, ended_at in columns.iterator(chunk_size=_CHUNK):
        yield game, (code, day_of(cast(datetime, ended_at)))


@dataclass
class _Tally:
    """Counts the rated games of each two owners on each day, and notes refusals for the cap."""

    met: Counter[_Day] = field(default_factory=Counter)
    bound: Counter[_Day] = field(default_factory=Counter)
    refused: dict[int, list[_Day]] = field(default_factory=dict)

    def count(self, game: int, code: str, day: datetime, met: RatingFacts) -> None:
        if not code:
            self.met.update((day, pair) for pair in met.pairs())
            self.bound.update((day, pair) for pair in met.capped_pairs())
        elif code == Unrated.DAILY_CAP:
            self.refused[game] = [(day, pair) for pair in met.capped_pairs()]

    def wrong(self, variant: Variant) -> Iterator[Sentence]:
        for (day, (first, other)), games in self.bound.items():
            if games > DAILY_CAP:
                yield Sentence(
                    "cap-exceeded",
                    variant=variant,
                    games=games,
                    day=f"{day:%Y-%m-%d}",
                    one=f"{first[0]} {first[1]}",
                    other=f"{other[0]} {other[1]}",
                    most=DAILY_CAP,
                )
        for game, days in self.refused.items():
            if all(self.met[day] < DAILY_CAP for day in days):
                yield Sentence("cap-not-reached", variant=variant, game=game)
