"""The standings of a tournament with its tie-breaks and crosstable."""

from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.mathematics import score_table, tiebreaks
from tournaments.models import Entry, Tournament
from tournaments.queries.tournaments.format_input import FormatInput, format_input


@dataclass(frozen=True)
class Cell:
    """One field of the crosstable: the score against `other`, None where it is the entry itself."""

    score: score_table.Score | None
    other: Entry


@dataclass(frozen=True)
class Whole:
    """What all lines of the standings share: the entries in their order, and their games."""

    ordered: list[Entry]
    cross: dict[tuple[int, int], score_table.Score]
    played: tiebreaks.Crosstable[int]


@dataclass(frozen=True)
class StandingsLine:
    """One line of the standings, with the values of its tie-breaks.

    In a knockout, `reached` is the last round that the entry has come to. The properties are
    computed when they are read, because a page shows only some lines of a large tournament.
    """

    row: score_table.Row[Entry]
    values: tuple[tiebreaks.Value, ...]
    whole: Whole = field(repr=False)
    reached: str = ""

    @property
    def cells(self) -> list[Cell]:
        """The line of the entry in the crosstable, in the order of the standings."""
        return [_cell(self.whole.cross, self.row.entrant.pk, one) for one in self.whole.ordered]

    @property
    def performance(self) -> float:
        """The rating that would make the points of the entry the expected ones."""
        return tiebreaks.performance(self.whole.played, self.row.entrant.pk)

    @property
    def progress(self) -> list[Fraction]:
        """The points of the entry after each round that has begun."""
        return tiebreaks.progress(self.whole.played, self.row.entrant.pk)


def table(tournament: Tournament) -> list[StandingsLine]:
    """The standings of a tournament with the crosstable, best first."""
    return lines(format_input(tournament))


def lines(known: FormatInput) -> list[StandingsLine]:
    """The standings with the crosstable from rows that have been read, best first."""
    entries = {entry.pk: entry for entry in known.entries}
    results = [game for games in known.results.values() for game in games]
    played = _for_tie_breaks(known)
    ordered = _ordered(known, played)
    rows = {row.entrant: row for row in score_table.standings(list(entries), results)}
    in_order = [entries[one.entrant] for one in ordered]
    whole = Whole(in_order, score_table.crosstable(results), played)
    return [
        StandingsLine(
            row=row_of(
                entries[one.entrant],
                rows[one.entrant],
                place=one.place,
                points=played.totals[one.entrant],
            ),
            values=one.values,
            whole=whole,
        )
        for one in ordered
    ]


def row_of(
    entry: Entry, counted: score_table.Row[int], *, place: int, points: Fraction
) -> score_table.Row[Entry]:
    """The row of an entry, with what was `counted` for its id."""
    games = (counted.played, counted.wins, counted.draws, counted.losses)
    return score_table.Row(place, entry, points, *games)


def tie_breaks(tournament: Tournament) -> list[tiebreaks.TieBreak]:
    """The tie-breaks of a tournament, in the order in which they decide."""
    swiss = tournament.format == Tournament.Format.SWISS
    usual = tiebreaks.USUAL_SWISS if swiss else tiebreaks.USUAL
    return [tiebreaks.TIE_BREAKS[code] for code in tournament.tie_breaks or usual]


def _ordered(known: FormatInput, played: tiebreaks.Crosstable[int]) -> list[tiebreaks.Ranked[int]]:
    """The entries by the places that the format gives, else by points and tie-breaks."""
    codes = [one.code for one in tie_breaks(known.tournament)]
    ranked = tiebreaks.ranked(played, [entry.pk for entry in known.entries], codes)
    places = known.places
    if places is None:
        return ranked
    values = {one.entrant: one.values for one in ranked}
    return [tiebreaks.Ranked(place, entry.pk, values[entry.pk]) for place, entry in places]


def _for_tie_breaks(known: FormatInput) -> tiebreaks.Crosstable[int]:
    ratings = {known.entries[one.number].pk: one.rating for one in known.entrants}
    return tiebreaks.Crosstable(
        known.meetings,
        known.points,
        ratings,
        every_round=known.counts_meetings,
        over=known.rounds_over,
    )


def _cell(cross: dict[tuple[int, int], score_table.Score], one: int, other: Entry) -> Cell:
    score = cross.get((one, other.pk), score_table.Score())
    return Cell(None if one == other.pk else score, other)
