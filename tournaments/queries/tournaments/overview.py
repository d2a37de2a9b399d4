"""A tournament's results for its page: standings, brackets, groups and podium."""

from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.mathematics import formats, score_table
from tournaments.mathematics.formats import drawing, groups
from tournaments.mathematics.tiebreaks import TieBreak
from tournaments.models import Entry, Tournament
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.format_input import FormatInput, format_input

PODIUM = 3
"""The number of places on the podium."""

CROWD = 8
"""The most entrants that may share these places; with more there is no podium."""


@dataclass(frozen=True)
class BracketSide:
    """One side of a match in a bracket; `entry` is None while it is not known."""

    entry: Entry | None
    score: Fraction | None
    won: bool


@dataclass(frozen=True)
class BracketMatch:
    """A match in a bracket. A match with one side is a bye; one without sides is not played."""

    round: int
    sides: list[BracketSide]

    @property
    def is_bye(self) -> bool:
        return len(self.sides) == 1

    @property
    def has_begun(self) -> bool:
        return any(side.score is not None for side in self.sides)


@dataclass(frozen=True)
class BracketRound:
    """A round of a bracket.

    If it `joins`, two of its matches lead to one of the next round. The match for the third place
    is a round that is `aside`: no match leads to it.
    """

    name: str
    matches: list[BracketMatch]
    is_aside: bool
    joins: bool


@dataclass(frozen=True)
class Bracket:
    """A bracket, or a part of one with a name of its own.

    Matches of two are a tree: each match leads to the next. Tables of three and four are not.
    """

    name: str
    rounds: list[BracketRound]
    is_tree: bool


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
class Overview:
    """The results of a tournament so far; `by_way` says that the format gives the places."""

    known: FormatInput
    lines: list[standings.StandingsLine]
    by_way: bool
    tie_breaks: list[TieBreak]
    brackets: list[Bracket]
    groups: list[list[GroupLine]]
    rounds: int

    @property
    def podium(self) -> list[standings.StandingsLine]:
        """The lines of the first places; empty in a gauntlet, where only one meets the others.

        It is empty too where nothing was played.
        """
        first = [line for line in self.lines if line.row.place <= PODIUM]
        played = any(line.row.played for line in self.lines)
        return first if played and not self.challenger and len(first) <= CROWD else []

    @property
    def challenger(self) -> Entry | None:
        """The entrant of a gauntlet who meets all others; None in other formats."""
        is_gauntlet = self.known.format.id == Tournament.Format.GAUNTLET
        return self.known.entries[0] if is_gauntlet and self.known.entries else None

    @property
    def has_progress(self) -> bool:
        """Whether a table of the points after each round makes sense."""
        return self.rounds > 1 and not self.by_way and self.challenger is None

    @property
    def most(self) -> float:
        """The most points that an entrant has, which scales the drawing."""
        return max((float(line.row.points) for line in self.lines), default=0.0)


def overview(tournament: Tournament) -> Overview:
    """Read a tournament once, for its whole page."""
    inputs = format_input(tournament)
    lines = standings.lines(inputs)
    by_way = inputs.places is not None
    parts = _parts(inputs)
    if by_way:
        reached = _reached(inputs, parts)
        lines = [replace(line, reached=reached[line.row.entrant.pk]) for line in lines]
    return Overview(
        known=inputs,
        lines=lines,
        by_way=by_way,
        tie_breaks=[] if by_way else standings.tie_breaks(tournament),
        brackets=[_bracket(inputs, part) for part in parts],
        groups=_groups(inputs, parts),
        rounds=len(inputs.played),
    )


def _parts(inputs: FormatInput) -> list[drawing.BracketPart]:
    return drawing.brackets(inputs.format, inputs.setup, inputs.played, over=inputs.rounds_over)


def _bracket(inputs: FormatInput, part: drawing.BracketPart) -> Bracket:
    after = [len(column.ties) for column in part.columns[1:] if not column.aside]
    after += [0] * (len(part.columns) - len(after))
    rounds = [
        BracketRound(
            column.name,
            [_match(inputs, tie) for tie in column.ties],
            is_aside=column.aside,
            joins=len(column.ties) == 2 * following,
        )
        for column, following in zip(part.columns, after, strict=True)
    ]
    return Bracket(part.name, rounds, is_tree=inputs.sides == 2)


def _match(inputs: FormatInput, tie: drawing.DrawnTie) -> BracketMatch:
    scores = tie.scores or (None,) * len(tie.entrants)
    sides = [
        BracketSide(
            None if entrant is None else inputs.entries[entrant],
            score,
            won=entrant in tie.winners,
        )
        for entrant, score in zip(tie.entrants, scores, strict=True)
    ]
    return BracketMatch(tie.round, sides)


def _reached(inputs: FormatInput, parts: list[drawing.BracketPart]) -> dict[int, str]:
    """The name of the last bracket round of each entry, by its id; else "Groups"."""
    last = dict.fromkeys(range(len(inputs.entries)), (0, "Groups"))
    for column in (column for part in parts for column in part.columns):
        for tie in column.ties:
            for entrant in (entrant for entrant in tie.entrants if entrant is not None):
                last[entrant] = max(last[entrant], (tie.round, column.name))
    return {inputs.entries[entrant].pk: name for entrant, (_round, name) in last.items()}


def _groups(inputs: FormatInput, parts: list[drawing.BracketPart]) -> list[list[GroupLine]]:
    tables = drawing.group_tables(inputs.format, inputs.setup, inputs.played)
    through = {
        entrant for part in parts for tie in part.columns[0].ties for entrant in tie.entrants
    }
    return [_group(inputs, table, through) for table in tables]


def _in_group(inputs: FormatInput, played: int, members: list[Entry]) -> list[dict[int, int]]:
    """The games between these members in the first rounds, in which the groups play."""
    pks = {entry.pk for entry in members}
    pairings = (pairing for round_ in inputs.pairings[:played] for pairing in round_)
    games = (game for pairing in pairings for game in inputs.results[pairing.pk])
    return [game for game in games if game.keys() <= pks]


def _group(
    inputs: FormatInput, table: list[groups.GroupStanding], through: set[int | None]
) -> list[GroupLine]:
    """The table of a group, with the games that its members played in it."""
    seeds = {
        entrant.number: seed
        for seed, entrant in enumerate(formats.by_seed(inputs.entrants), start=1)
    }
    members = [inputs.entries[standing.entrant] for standing in table]
    played = drawing.group_rounds(inputs.format, inputs.setup)
    games = _in_group(inputs, played, members)
    rows = {
        row.entrant: row for row in score_table.standings([entry.pk for entry in members], games)
    }
    return [
        GroupLine(
            row=standings.row_of(entry, rows[entry.pk], place=place, points=standing.points),
            among=standing.among,
            seed=seeds[standing.entrant],
            goes_on=standing.entrant in through,
        )
        for place, (standing, entry) in enumerate(zip(table, members, strict=True), start=1)
    ]
