"""A tournament's table as it is kept: what is computed of a tournament, as rows and JSON."""

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
    """All that is kept of a tournament: its games by their state, its parts, and its lines."""

    games: int
    finished: int
    void: int
    parts: Shared
    lines: list[TableLine]


def table(tournament: Tournament) -> WrittenTable:
    """Compute the table of a tournament from all its games; this takes as long as they are many."""
    progress = tournament_lists.progress(tournament)
    found = overview(tournament)
    return WrittenTable(
        games=progress.games,
        finished=progress.finished,
        void=progress.void,
        parts=_parts(found),
        lines=_lines(tournament, found),
    )


def _parts(found: Overview) -> Shared:
    challenger = found.challenger
    is_open = [
        not found.known.open_pairings.isdisjoint(one.pk for one in pairings)
        for pairings in found.known.pairings
    ]
    return {
        "entrants": len(found.lines),
        "by_way": found.by_way,
        "podium": len(found.podium),
        "challenger": challenger.pk if challenger else None,
        "has_progress": found.has_progress,
        "most": found.most,
        "brackets": [_bracket(one) for one in found.brackets],
        "groups": [[_group_line(line) for line in group] for group in found.groups],
        "rounds": [
            [one.number, one.name, unfinished]
            for one, unfinished in zip(found.known.rounds, is_open, strict=True)
        ],
        "of_one_owner": unrated.several_of_one_owner(found.known.entries),
        "concessions": [[one.round, one.text.stored()] for one in concessions(found.known)],
    }


def _bracket(bracket: Bracket) -> Shared:
    return {
        "name": bracket.name,
        "is_tree": bracket.is_tree,
        "rounds": [
            {
                "name": one.name,
                "is_aside": one.is_aside,
                "joins": one.joins,
                "matches": [_match(match) for match in one.matches],
            }
            for one in bracket.rounds
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


def _lines(tournament: Tournament, found: Overview) -> list[TableLine]:
    kept = TournamentTable(tournament=tournament)
    met = _met(found.lines)
    return [
        TableLine(
            table=kept,
            entry=line.row.entrant,
            position=position,
            place=line.row.place,
            figures=_figures(line),
            cells=met.get(line.row.entrant.pk, {}),
        )
        for position, line in enumerate(found.lines)
    ]


def _figures(line: StandingsLine) -> Shared:
    row = line.row
    return {
        "points": str(row.points),
        "counts": [row.played, row.wins, row.draws, row.losses],
        "values": [str(one) if isinstance(one, Fraction) else one for one in line.values],
        "performance": line.performance,
        "progress": _whole(line.progress),
        "reached": line.reached,
    }


def _whole(values: Sequence[Fraction]) -> list[int]:
    """Fractions as whole numbers: what they are all out of, and then each of them."""
    out_of = math.lcm(*(one.denominator for one in values))
    return [out_of, *(int(one * out_of) for one in values)]


def _met(lines: Sequence[StandingsLine]) -> dict[int, dict[str, list[int]]]:
    """For each entry, by its id, the half points and games against those that it met."""
    cross = lines[0].whole.cross if lines else {}
    found: dict[int, dict[str, list[int]]] = {}
    for (one, other), score in cross.items():
        found.setdefault(one, {})[str(other)] = _halves(score)
    return {one: dict(sorted(cells.items())) for one, cells in found.items()}


def _halves(score: score_table.Score) -> list[int]:
    return [int(2 * score.points), score.games]
