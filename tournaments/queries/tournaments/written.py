"""A tournament's table as it is stored, in rows and JSON."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.mathematics import score_table
from tournaments.models import TableLine, Tournament, TournamentTable
from tournaments.queries import tournament_lists
from tournaments.queries.ratings import unrated
from tournaments.queries.tournaments.concessions import concessions
from tournaments.queries.tournaments.overview import (
    Bracket,
    BracketMatch,
    GroupLine,
    Overview,
    overview,
)
from tournaments.queries.tournaments.standings import StandingsLine

Shared = dict[str, Any]


@dataclass(frozen=True)
class WrittenTable:
    """The stored results of a tournament: its games by their state, its parts, its lines."""

    games: int
    finished: int
    void: int
    parts: Shared
    lines: list[TableLine]


def table(tournament: Tournament) -> WrittenTable:
    """Compute the table of a tournament from all its games; the time grows with their number."""
    progress = tournament_lists.progress(tournament)
    whole = overview(tournament)
    return WrittenTable(
        games=progress.games,
        finished=progress.finished,
        void=progress.void,
        parts=_parts(whole),
        lines=_lines(tournament, whole),
    )


def _parts(whole: Overview) -> Shared:
    challenger = whole.challenger
    is_open = [
        not whole.known.open_pairings.isdisjoint(pairing.pk for pairing in pairings)
        for pairings in whole.known.pairings
    ]
    return {
        "entrants": len(whole.lines),
        "by_way": whole.by_way,
        "podium": len(whole.podium),
        "challenger": challenger.pk if challenger else None,
        "has_progress": whole.has_progress,
        "most": whole.most,
        "brackets": [_bracket(bracket) for bracket in whole.brackets],
        "groups": [[_group_line(line) for line in group] for group in whole.groups],
        "rounds": [
            [row.number, row.name, unfinished]
            for row, unfinished in zip(whole.known.rounds, is_open, strict=True)
        ],
        "of_one_owner": unrated.several_of_one_owner(whole.known.entries),
        "concessions": [[row.round, row.text.stored()] for row in concessions(whole.known)],
    }


def _bracket(bracket: Bracket) -> Shared:
    return {
        "name": bracket.name,
        "is_tree": bracket.is_tree,
        "rounds": [
            {
                "name": round_.name,
                "is_aside": round_.is_aside,
                "joins": round_.joins,
                "matches": [_match(match) for match in round_.matches],
            }
            for round_ in bracket.rounds
        ],
    }


def _match(match: BracketMatch) -> list[Any]:
    sides = [
        [
            side.entry.pk if side.entry else None,
            None if side.score is None else str(side.score),
            side.won,
        ]
        for side in match.sides
    ]
    return [match.round, sides]


def _group_line(line: GroupLine) -> list[Any]:
    row = line.row
    counts = [row.played, row.wins, row.draws, row.losses]
    return [
        row.entrant.pk, row.place, str(row.points), counts, str(line.among), line.seed,
        line.goes_on,
    ]  # fmt: skip


def _lines(tournament: Tournament, whole: Overview) -> list[TableLine]:
    table = TournamentTable(tournament=tournament)
    met = _met(whole.lines)
    return [
        TableLine(
            table=table,
            entry=line.row.entrant,
            position=position,
            place=line.row.place,
            figures=_figures(line),
            cells=met.get(line.row.entrant.pk, {}),
        )
        for position, line in enumerate(whole.lines)
    ]


def _figures(line: StandingsLine) -> Shared:
    row = line.row
    return {
        "points": str(row.points),
        "counts": [row.played, row.wins, row.draws, row.losses],
        "values": [str(value) if isinstance(value, Fraction) else value for value in line.values],
        "performance": line.performance,
        "progress": _whole(line.progress),
        "reached": line.reached,
    }


def _whole(values: Sequence[Fraction]) -> list[int]:
    """Fractions as whole numbers: the common denominator, then the numerators."""
    out_of = math.lcm(*(value.denominator for value in values))
    return [out_of, *(int(value * out_of) for value in values)]


def _met(lines: Sequence[StandingsLine]) -> dict[int, dict[str, list[int]]]:
    """The half points and games of each entry, by its id, against those that it met."""
    cross = lines[0].whole.cross if lines else {}
    by_entry: dict[int, dict[str, list[int]]] = {}
    for (entry, other), score in cross.items():
        by_entry.setdefault(entry, {})[str(other)] = _halves(score)
    return {entry: dict(sorted(cells.items())) for entry, cells in by_entry.items()}


def _halves(score: score_table.Score) -> list[int]:
    return [int(2 * score.points), score.games]
