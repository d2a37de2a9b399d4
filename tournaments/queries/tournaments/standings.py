"""The standings of a tournament with its tie-breaks."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.mathematics import score_table, tiebreaks
from tournaments.mathematics.statistics.by_play import PlayScore
from tournaments.models import Entry, Tournament
from tournaments.queries.tournaments.format_input import FormatInput


@dataclass(frozen=True)
class StandingsLine:
    """One line of the standings, by its `number` from 1.

    `values` are those of its tie-breaks, and `performance` is the rating that would make its points
    the expected ones. `progress` has the points after each round that has begun. In a knockout,
    `reached` is the last round that the entry has come to. `by_play` is the score without luck,
    None where nothing was judged.
    """

    number: int
    row: score_table.Row[Entry]
    values: tuple[tiebreaks.Value, ...]
    performance: float
    progress: list[Fraction]
    reached: str = ""
    by_play: PlayScore | None = None


def lines(inputs: FormatInput) -> list[StandingsLine]:
    """The standings, best first, from rows that have been read."""
    entries = {entry.pk: entry for entry in inputs.entries}
    games = [game for results in inputs.results.values() for game in results]
    counts = {row.entrant: row for row in score_table.standings(list(entries), games)}
    played = _for_tie_breaks(inputs)
    return [
        StandingsLine(
            number=number,
            row=row_of(
                entries[place.entrant],
                counts[place.entrant],
                place=place.place,
                points=played.totals[place.entrant],
            ),
            values=place.values,
            performance=tiebreaks.performance(played, place.entrant),
            progress=tiebreaks.progress(played, place.entrant),
        )
        for number, place in enumerate(_ordered(inputs, played), start=1)
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
