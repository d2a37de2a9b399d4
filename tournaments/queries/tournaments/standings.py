"""The standings of a tournament with its tie-breaks and crosstable."""

from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.mathematics import score_table, tiebreaks
from tournaments.models import Entry, Tournament
from tournaments.queries.tournaments.format_input import FormatInput, format_input


@dataclass(frozen=True)
class Cell:
    """A cell of the crosstable: the score against `other`, None for the entry itself."""

    score: score_table.Score | None
    other: Entry


@dataclass(frozen=True)
class Whole:
    """The data that all lines of the standings share: the entries in order, and their games."""

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
        return [_cell(self.whole.cross, self.row.entrant.pk, other) for other in self.whole.ordered]

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


def lines(inputs: FormatInput) -> list[StandingsLine]:
    """The standings with the crosstable, best first, from rows that have been read."""
    entries = {entry.pk: entry for entry in inputs.entries}
    results = [game for games in inputs.results.values() for game in games]
    played = _for_tie_breaks(inputs)
    ordered = _ordered(inputs, played)
    rows = {row.entrant: row for row in score_table.standings(list(entries), results)}
    in_order = [entries[place.entrant] for place in ordered]
    whole = Whole(in_order, score_table.crosstable(results), played)
    return [
        StandingsLine(
            row=row_of(
                entries[place.entrant],
                rows[place.entrant],
                place=place.place,
                points=played.totals[place.entrant],
            ),
            values=place.values,
            whole=whole,
        )
        for place in ordered
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


def _ordered(inputs: FormatInput, played: tiebreaks.Crosstable[int]) -> list[tiebreaks.Ranked[int]]:
    """The entries by the places that the format gives, else by points and tie-breaks."""
    codes = [tie_break.code for tie_break in tie_breaks(inputs.tournament)]
    ranked = tiebreaks.ranked(played, [entry.pk for entry in inputs.entries], codes)
    places = inputs.places
    if places is None:
        return ranked
    values = {place.entrant: place.values for place in ranked}
    return [tiebreaks.Ranked(place, entry.pk, values[entry.pk]) for place, entry in places]


def _for_tie_breaks(inputs: FormatInput) -> tiebreaks.Crosstable[int]:
    ratings = {inputs.entries[entrant.number].pk: entrant.rating for entrant in inputs.entrants}
    return tiebreaks.Crosstable(
        inputs.meetings,
        inputs.points,
        ratings,
        every_round=inputs.counts_meetings,
        over=inputs.rounds_over,
    )


def _cell(cross: dict[tuple[int, int], score_table.Score], entry: int, other: Entry) -> Cell:
    score = cross.get((entry, other.pk), score_table.Score())
    return Cell(None if entry == other.pk else score, other)
