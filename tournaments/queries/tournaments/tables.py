"""Reads the stored table of a tournament, page by page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.mathematics import elo, score_table, tiebreaks
from tournaments.mathematics.statistics.by_play import PlayScore
from tournaments.models import Entry, TableLine, Tournament, TournamentTable
from tournaments.queries import tournament_lists
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.concessions import Concession
from tournaments.queries.tournaments.standings import StandingsLine
from tournaments.words import Sentence

Bracket = dict[str, Any]

_Entries = Mapping[int, Entry]

_OWNED = "entry__version__bot__owner"

_CROSSED = (
    "table", "position", "cells", "entry__version__number", "entry__version__bot__name",
    "entry__version__bot__slug",
)  # fmt: skip

"""The columns of a line that the crosstable shows."""


class Met(NamedTuple):
    """An entrant's score against another one, by the number of the other's line."""

    number: int
    points: float
    games: int


CrossRow = tuple[int, Entry, list[tuple[Entry, score_table.Score | None]]]
"""A row of the crosstable: the number of its line from 1, its entry, and its score against each
of the others that are shown; None against itself."""


@dataclass(frozen=True)
class GroupLine:
    """One line of a group's table, which counts only the games in the group.

    `among` are the points in games between entrants with equal points. After them the `seed`
    decides. `goes_on` is False for everybody while the group is played.
    """

    row: score_table.Row[Entry]
    among: Fraction
    seed: int
    goes_on: bool


@dataclass(frozen=True)
class KeptTable:
    """The results of a tournament that has begun, as of when its table was computed."""

    tournament: Tournament
    kept: TournamentTable

    @property
    def is_there(self) -> bool:
        """Whether it has been computed at all."""
        return self.kept.computed is not None

    @property
    def has_failed(self) -> bool:
        """Whether the last computation failed; then this is the state before it."""
        return self.kept.has_failed

    @property
    def is_final(self) -> bool:
        """Whether it is of the present state, or can have no other."""
        return self.kept.is_fresh or self.kept.has_failed

    @property
    def by_way(self) -> bool:
        """Whether the format gives the places, and not the points."""
        return bool(self.kept.parts["by_way"])

    @property
    def has_play(self) -> bool:
        """Whether the luck of some of its games was judged."""
        return bool(self.kept.parts.get("has_play"))

    @cached_property
    def tie_breaks(self) -> list[tiebreaks.TieBreak]:
        """The tie-breaks, in the order in which they decide; empty where the format decides."""
        return [] if self.by_way else standings.tie_breaks(self.tournament)

    @property
    def sides(self) -> int:
        """The number of sides in a game."""
        return len(set(self.tournament.variant.sides()))

    @cached_property
    def challenger(self) -> Entry | None:
        """The entrant of a gauntlet who meets all others; None in other formats."""
        pk = self.kept.parts["challenger"]
        return None if pk is None else _entries([pk])[pk]

    @cached_property
    def podium(self) -> list[StandingsLine]:
        """The lines of the first places, where few enough share them."""
        return self.lines(0, self.kept.parts["podium"])

    @property
    def concessions(self) -> list[Concession]:
        """Every repeated meeting and second bye of a Swiss tournament, by rounds."""
        parts = self.kept.parts["concessions"]
        return [Concession(number, Sentence.read(stored)) for number, stored in parts]

    @cached_property
    def groups(self) -> list[list[GroupLine]]:
        """The tables of the groups."""
        written = self.kept.parts["groups"]
        entries = _entries(line[0] for group in written for line in group)
        return [[_group_line(line, entries) for line in group] for group in written]

    @property
    def count(self) -> int:
        """How many lines it has."""
        return int(self.kept.parts.get("entrants", 0))

    @property
    def rounds(self) -> int:
        """How many rounds it has."""
        return len(self.kept.parts.get("rounds", ()))

    @cached_property
    def running(self) -> list[int]:
        """The ids of the matches that are being played now."""
        return tournament_lists.running(self.tournament)

    def progress(self) -> tournament_lists.Progress:
        """The progress of the tournament; only running games are counted now."""
        playing = tournament_lists.playing(self.running)
        return tournament_lists.Progress(
            self.kept.games, self.kept.finished, playing, self.kept.void
        )

    def lines(self, first: int, last: int) -> list[StandingsLine]:
        """The lines from the one at position `first` to before the one at `last`."""
        if first >= last:
            return []
        return [_line(row) for row in self._between(first, last)]

    def rated_lines(self, first: int, last: int) -> list[tuple[StandingsLine, float | None]]:
        """The same lines, each with the rating that its version has now, in Elo."""
        variant = self.tournament.variant
        ratings = variant.ratings.with_games() if variant.rated else variant.ratings.none()
        own = ratings.order_by().filter(version=OuterRef("entry__version")).values("value")
        rows = self._between(first, last).annotate(live=Subquery(own))
        return [(_line(row), None if row.live is None else row.live / elo.MILLI) for row in rows]

    def _between(self, first: int, last: int) -> QuerySet[TableLine]:
        rows = self.kept.lines.filter(position__gte=first, position__lt=last)
        return rows.defer("cells").select_related(_OWNED).order_by("position")

    def met(self, first: int, last: int) -> Iterator[list[Met]]:
        """The opponents of each of these lines, in their order, by their numbers."""
        positions = self.kept.lines.order_by().values_list("entry", "position")
        numbers = {str(entry): position + 1 for entry, position in positions}
        rows = self.kept.lines.filter(position__gte=first, position__lt=last)
        for cells in rows.order_by("position").values_list("cells", flat=True):
            yield sorted(
                Met(numbers[other], halves / 2, games) for other, (halves, games) in cells.items()
            )

    def cross(self, down: tuple[int, int], across: tuple[int, int]) -> list[CrossRow]:
        """The crosstable of the lines at these positions against those at the others."""
        bounds = Q()
        for first, last in (down, across):
            bounds |= Q(position__gte=first, position__lt=last)
        rows = self.kept.lines.filter(bounds).select_related("entry__version__bot")
        lines = {line.position: line for line in rows.only(*_CROSSED)}
        others = [lines[position].entry for position in range(*across) if position in lines]
        return [_cross_row(lines[at], others) for at in range(*down) if at in lines]

    def brackets(self, section: int = 0) -> list[Bracket]:
        """The brackets; of large ones the rounds with few matches, or a `section` from 1.

        Each match names its `round` in the tournament, and for each of its `sides` the `entry`, its
        `score`, and whether it has `won`; the entry is None while it is not known. A match with one
        side is a bye; one without sides is not played. Rounds are as `written` has them.
        """
        written = [_cut(bracket, section) for bracket in self.kept.parts["brackets"]]
        matches = (match for bracket in written for column in bracket["rounds"]
                   for match in column["matches"])  # fmt: skip
        entries = _entries(side[0] for _round, sides in matches for side in sides if side[0])
        return [_bracket(bracket, entries) for bracket in written if bracket["rounds"]]

    @property
    def sections(self) -> int:
        """The number of sections of its largest bracket, apart from its last rounds; may be 0."""
        return max((_sections(bracket) for bracket in self.kept.parts["brackets"]), default=0)


COLUMN = 16
"""The most matches of a round of a bracket that are shown together."""


def _sections(bracket: Bracket) -> int:
    most = max((len(round_["matches"]) for round_ in bracket["rounds"]), default=0)
    return -(-most // COLUMN) if most > COLUMN else 0


def _cut(bracket: Bracket, section: int) -> Bracket:
    """A section of a bracket: the same share of each of its rounds."""
    of = _sections(bracket)
    if of == 0:
        return {**bracket, "rounds": bracket["rounds"] if section == 0 else []}
    if section == 0:
        rounds = [round_ for round_ in bracket["rounds"] if len(round_["matches"]) <= COLUMN]
    else:
        rounds = [
            round_ | {"matches": _share(round_["matches"], section, of)}
            for round_ in bracket["rounds"]
            if len(round_["matches"]) >= of and section <= of
        ]
    return {**bracket, "rounds": rounds}


def _share(matches: Sequence[Any], section: int, of: int) -> Sequence[Any]:
    return matches[len(matches) * (section - 1) // of : len(matches) * section // of]


def _entries(pks: Iterable[int]) -> dict[int, Entry]:
    rows = Entry.objects.select_related("version__bot__owner")
    ids = set(pks)
    return rows.in_bulk(ids) if ids else {}


def _line(row: TableLine) -> StandingsLine:
    figures = row.figures
    played, wins, draws, losses = figures["counts"]
    points = Fraction(figures["points"])
    out_of, *scores = figures["progress"]
    return StandingsLine(
        number=row.position + 1,
        row=score_table.Row(row.place, row.entry, points, played, wins, draws, losses),
        values=tuple(_values(figures["values"])),
        performance=figures["performance"],
        progress=[_fraction(score, out_of) for score in scores],
        reached=figures["reached"],
        by_play=PlayScore(*figures["by_play"]) if figures["by_play"] else None,
    )


@lru_cache(maxsize=1 << 13)
def _fraction(score: int, out_of: int) -> Fraction:
    """A fraction, cached: lines repeat the same scores, and fractions are slow to make."""
    return Fraction(score, out_of)


def _values(written: Iterable[str | float]) -> Iterator[tiebreaks.Value]:
    """The values of tie-breaks: a fraction is stored as text, a rating as a number."""
    for value in written:
        yield Fraction(value) if isinstance(value, str) else float(value)


def _cross_row(line: TableLine, others: Sequence[Entry]) -> CrossRow:
    return line.position + 1, line.entry, [(other, _score(line, other)) for other in others]


def _score(line: TableLine, other: Entry) -> score_table.Score | None:
    if line.entry_id == other.pk:
        return None
    halves, games = line.cells.get(str(other.pk), (0, 0))
    return score_table.Score(Fraction(halves, 2), games)


def _bracket(written: Bracket, entries: _Entries) -> Bracket:
    rounds = [
        round_ | {"matches": [_match(match, entries) for match in round_["matches"]]}
        for round_ in written["rounds"]
    ]
    return written | {"rounds": rounds}


def _match(written: Sequence[Any], entries: _Entries) -> dict[str, Any]:
    number, sides = written
    return {
        "round": number,
        "is_bye": len(sides) == 1,
        "has_begun": any(score is not None for _pk, score, _won in sides),
        "sides": [
            {
                "entry": entries[pk] if pk else None,
                "score": None if score is None else Fraction(score),
                "won": won,
            }
            for pk, score, won in sides
        ],
    }


def _group_line(written: Sequence[Any], entries: _Entries) -> GroupLine:
    pk, place, points, counts, among, seed, goes_on = written
    return GroupLine(
        row=score_table.Row(place, entries[pk], Fraction(points), *counts),
        among=Fraction(among),
        seed=seed,
        goes_on=goes_on,
    )
