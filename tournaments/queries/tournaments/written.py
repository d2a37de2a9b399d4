"""Computes a tournament's table as it is stored, in rows and JSON."""

import math
from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass, replace
from fractions import Fraction
from typing import Any

from tournaments.mathematics import formats, score_table
from tournaments.mathematics.formats import drawing, groups
from tournaments.models import TableLine, Tournament, TournamentTable
from tournaments.queries import tournament_lists
from tournaments.queries.ratings import unrated
from tournaments.queries.tournaments import by_play, standings
from tournaments.queries.tournaments.concessions import concessions
from tournaments.queries.tournaments.format_input import FormatInput, format_input
from tournaments.queries.tournaments.standings import StandingsLine

PODIUM = 3
"""The number of places on the podium."""

CROWD = 8
"""The most entrants that may share these places; with more there is no podium."""

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
    inputs = format_input(tournament)
    scores = by_play.scores(tournament)
    lines = [
        replace(line, by_play=scores.get(line.row.entrant.version_id))
        for line in standings.lines(inputs)
    ]
    drawn = drawing.brackets(inputs.format, inputs.setup, inputs.played, over=inputs.rounds_over)
    by_way = inputs.places is not None
    if by_way:
        reached = _reached(inputs, drawn)
        lines = [replace(line, reached=reached[line.row.entrant.pk]) for line in lines]
    return WrittenTable(
        games=progress.games,
        finished=progress.finished,
        void=progress.void,
        parts=_parts(inputs, lines, drawn, by_way=by_way),
        lines=_lines(inputs, lines),
    )


def _parts(
    inputs: FormatInput,
    lines: Sequence[StandingsLine],
    drawn: Sequence[drawing.BracketPart],
    *,
    by_way: bool,
) -> Shared:
    is_gauntlet = inputs.format.id == Tournament.Format.GAUNTLET
    challenger = inputs.entries[0] if is_gauntlet and inputs.entries else None
    is_open = [
        not inputs.open_pairings.isdisjoint(pairing.pk for pairing in pairings)
        for pairings in inputs.pairings
    ]
    return {
        "entrants": len(lines),
        "by_way": by_way,
        "podium": 0 if challenger else _podium(lines),
        "has_play": any(line.by_play for line in lines),
        "challenger": challenger.pk if challenger else None,
        "has_progress": len(inputs.played) > 1 and not by_way and challenger is None,
        "most": max((float(line.row.points) for line in lines), default=0.0),
        "brackets": [_bracket(inputs, part) for part in drawn],
        "groups": _groups(inputs, drawn),
        "rounds": [
            [row.number, row.name, unfinished]
            for row, unfinished in zip(inputs.rounds, is_open, strict=True)
        ],
        "of_one_owner": unrated.first_of_one_owner(
            [entry.version.bot for entry in inputs.entries if entry.is_active]
        ),
        "concessions": [[row.round, row.text.stored()] for row in concessions(inputs)],
    }


def _podium(lines: Sequence[StandingsLine]) -> int:
    """How many lines are on the podium; 0 where nothing was played, or too many share it."""
    first = sum(line.row.place <= PODIUM for line in lines)
    return first if first <= CROWD and any(line.row.played for line in lines) else 0


def _bracket(inputs: FormatInput, part: drawing.BracketPart) -> Shared:
    """A bracket, or a part of one with a name of its own.

    Matches of two are a tree: each match leads to the next. If a round `joins`, two of its matches
    lead to one of the next round. To the match for the third place, which is `aside`, none leads.
    """
    after = [len(column.ties) for column in part.columns[1:] if not column.aside]
    after += [0] * (len(part.columns) - len(after))
    rounds = [
        {
            "name": column.name,
            "is_aside": column.aside,
            "joins": len(column.ties) == 2 * following,
            "matches": [_match(inputs, tie) for tie in column.ties],
        }
        for column, following in zip(part.columns, after, strict=True)
    ]
    return {"name": part.name, "is_tree": inputs.sides == 2, "rounds": rounds}


def _match(inputs: FormatInput, tie: drawing.DrawnTie) -> list[Any]:
    scores = tie.scores or (None,) * len(tie.entrants)
    sides = [
        [
            None if entrant is None else inputs.entries[entrant].pk,
            None if score is None else str(score),
            entrant in tie.winners,
        ]
        for entrant, score in zip(tie.entrants, scores, strict=True)
    ]
    return [tie.round, sides]


def _reached(inputs: FormatInput, drawn: Sequence[drawing.BracketPart]) -> dict[int, str]:
    """The name of the last bracket round of each entry, by its id; else "Groups"."""
    last = dict.fromkeys(range(len(inputs.entries)), (0, "Groups"))
    for column in (column for part in drawn for column in part.columns):
        for tie in column.ties:
            for entrant in (entrant for entrant in tie.entrants if entrant is not None):
                last[entrant] = max(last[entrant], (tie.round, column.name))
    return {inputs.entries[entrant].pk: name for entrant, (_round, name) in last.items()}


def _groups(inputs: FormatInput, drawn: Sequence[drawing.BracketPart]) -> list[list[list[Any]]]:
    tables = drawing.group_tables(inputs.format, inputs.setup, inputs.played)
    through = {
        entrant for part in drawn for tie in part.columns[0].ties for entrant in tie.entrants
    }
    return [_group(inputs, table, through) for table in tables]


def _group(
    inputs: FormatInput, table: Sequence[groups.GroupStanding], through: Collection[int | None]
) -> list[list[Any]]:
    """The table of a group, with the games that its members played in it."""
    seeds = {
        entrant.number: seed
        for seed, entrant in enumerate(formats.by_seed(inputs.entrants), start=1)
    }
    members = [inputs.entries[standing.entrant].pk for standing in table]
    rows = score_table.standings(members, _in_group(inputs, members))
    counts = {row.entrant: _counts(row) for row in rows}
    return [
        [
            pk, place, str(standing.points), counts[pk], str(standing.among),
            seeds[standing.entrant], standing.entrant in through,
        ]
        for place, (standing, pk) in enumerate(zip(table, members, strict=True), start=1)
    ]  # fmt: skip


def _in_group(inputs: FormatInput, members: Sequence[int]) -> list[dict[int, int]]:
    """The games between these members in the first rounds, in which the groups play."""
    played = drawing.group_rounds(inputs.format, inputs.setup)
    pairings = (pairing for round_ in inputs.pairings[:played] for pairing in round_)
    games = (game for pairing in pairings for game in inputs.results[pairing.pk])
    return [game for game in games if game.keys() <= set(members)]


def _counts(row: score_table.Row[Any]) -> list[int]:
    return [row.played, row.wins, row.draws, row.losses]


def _lines(inputs: FormatInput, lines: Sequence[StandingsLine]) -> list[TableLine]:
    table = TournamentTable(tournament=inputs.tournament)
    met = _met(inputs)
    return [
        TableLine(
            table=table,
            entry=line.row.entrant,
            position=line.number - 1,
            place=line.row.place,
            figures=_figures(line),
            cells=met.get(line.row.entrant.pk, {}),
        )
        for line in lines
    ]


def _figures(line: StandingsLine) -> Shared:
    return {
        "points": str(line.row.points),
        "counts": _counts(line.row),
        "values": [str(value) if isinstance(value, Fraction) else value for value in line.values],
        "performance": line.performance,
        "progress": _whole(line.progress),
        "reached": line.reached,
        "by_play": list(astuple(line.by_play)) if line.by_play else None,
    }


def _whole(values: Sequence[Fraction]) -> list[int]:
    """Fractions as whole numbers: the common denominator, then the numerators."""
    out_of = math.lcm(*(value.denominator for value in values))
    return [out_of, *(int(value * out_of) for value in values)]


def _met(inputs: FormatInput) -> dict[int, dict[str, list[int]]]:
    """The half points and games of each entry, by its id, against those that it met."""
    cross = score_table.crosstable(game for games in inputs.results.values() for game in games)
    by_entry: dict[int, dict[str, list[int]]] = {}
    for (entry, other), score in cross.items():
        by_entry.setdefault(entry, {})[str(other)] = [int(2 * score.points), score.games]
    return {entry: dict(sorted(cells.items())) for entry, cells in by_entry.items()}
