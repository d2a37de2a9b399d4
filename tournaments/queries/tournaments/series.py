"""What pages show of a series: its standings, entries and dates."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from tournaments.mathematics import recurrence
from tournaments.models import Bot, Player, Series, SeriesEntry, TableLine, Tournament
from tournaments.queries import tournament_lists


@dataclass
class SeriesLine:
    """A bot's line of the standings of a series, with its result at each date by its number."""

    bot: Bot
    division: int = 0
    points: Fraction = Fraction()
    wins: int = 0
    results: dict[int, tuple[int, Fraction]] = field(default_factory=dict)
    of_dates: list[tuple[int, Fraction] | None] = field(default_factory=list)
    place: int = 0

    @property
    def played(self) -> int:
        return len(self.results)

    @property
    def key(self) -> tuple[int, Fraction, int]:
        return self.division, -self.points, -self.wins


def visible_to(player: Player | AnonymousUser) -> QuerySet[Series]:
    """The series of which a player may see a tournament."""
    seen = tournament_lists.visible_to(player).filter(series__isnull=False)
    rows = Series.objects.filter(pk__in=seen.order_by().values("series"))
    return rows.select_related("variant", "organiser")


def dates_to_come(series: Series, *, now: datetime, most: int) -> list[datetime]:
    """The dates for which no tournament has been made yet."""
    if series.ended_at:
        return []
    left = most if series.times is None else min(most, series.times - series.made)
    first = series.next_index(now=now)
    return [series.date(index) for index in range(first, first + left)]


def standings(series: Series) -> list[SeriesLine]:
    """The lines of all bots that have a result, or take part, by division, points and wins."""
    lines: dict[int, SeriesLine] = {}
    for row in _finished(series):
        for bot, place, points in _results(row, series.scoring):
            line = lines.setdefault(bot.pk, SeriesLine(bot))
            line.points += points
            line.wins += place == 1
            line.results[row.occurrence or 0] = place, points
    _divide(series, lines)
    return _placed(sorted(lines.values(), key=lambda line: (*line.key, line.bot.name)))


def numbers(lines: list[SeriesLine], *, most: int) -> list[int]:
    """The numbers of the last dates with results; each line gets its results of them."""
    last_numbers = sorted({number for line in lines for number in line.results})[-most:]
    for line in lines:
        line.of_dates = [line.results.get(number) for number in last_numbers]
    return last_numbers


def own_entries(series: Series, player: Player | AnonymousUser) -> QuerySet[SeriesEntry]:
    """The entries of a player's bots."""
    return series.entries.filter(bot__owner_id=player.pk).select_related("bot")


def _finished(series: Series) -> QuerySet[Tournament]:
    rows = series.tournaments.filter(status=Tournament.Status.FINISHED)
    return rows.order_by("occurrence", "division")


def _results(row: Tournament, scoring: str) -> Iterator[tuple[Bot, int, Fraction]]:
    """Each bot of a tournament, its place, and the points that it gets for the series."""
    lines = TableLine.objects.filter(table__tournament=row).select_related("entry__version__bot")
    sharing: dict[int, int] = defaultdict(int)
    ordered = list(lines.order_by("position"))
    for line in ordered:
        sharing[line.place] += 1
    for line in ordered:
        earned = (
            recurrence.place_points(line.place, sharing[line.place])
            if scoring == Series.Scoring.PLACES
            else Fraction(line.figures["points"])
        )
        yield line.entry.version.bot, line.place, earned


def _divide(series: Series, lines: dict[int, SeriesLine]) -> None:
    """Note the present division of each bot; bots that have left come after the last."""
    entries = list(series.entries.select_related("bot"))
    divisions = recurrence.divided(entries, series.division_size)
    for line in lines.values():
        line.division = len(divisions) + 1
    for number, members in enumerate(divisions, start=1):
        for entry in members:
            lines.setdefault(entry.bot_id, SeriesLine(entry.bot)).division = number


def _placed(lines: list[SeriesLine]) -> list[SeriesLine]:
    """The sorted lines with their places in their divisions, shared by equals."""
    first: dict[int, int] = {}
    for number, line in enumerate(lines):
        start = first.setdefault(line.division, number)
        before = lines[number - 1] if number > start else None
        same = before is not None and before.key == line.key
        line.place = before.place if before and same else number - start + 1
    return lines
