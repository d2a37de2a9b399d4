"""What the page of a tournament shows: standings, brackets, groups and podium."""

from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.mathematics import formats, score_table
from tournaments.mathematics.formats import drawing, groups
from tournaments.mathematics.tiebreaks import TieBreak
from tournaments.models import Entry, Tournament
from tournaments.queries.tournaments import standings
from tournaments.queries.tournaments.format_input import FormatInput, format_input

PODIUM = 3
"""How many places stand on the podium."""

CROWD = 8
"""If more entrants than this share these places, there is no podium."""


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
    """A tournament as it stands; `by_way` says that its format gives the places, not the points."""

    known: FormatInput
    lines: list[standings.StandingsLine]
    by_way: bool
    tie_breaks: list[TieBreak]
    brackets: list[Bracket]
    groups: list[list[GroupLine]]
    rounds: int

    @property
    def podium(self) -> list[standings.StandingsLine]:
        """The lines of the first places; none in a gauntlet, where only one meets the others.

        Nobody has won where nothing was played.
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
    known = format_input(tournament)
    lines = standings.lines(known)
    by_way = known.places is not None
    parts = _parts(known)
    if by_way:
        reached = _reached(known, parts)
        lines = [replace(line, reached=reached[line.row.entrant.pk]) for line in lines]
    return Overview(
        known=known,
        lines=lines,
        by_way=by_way,
        tie_breaks=[] if by_way else standings.tie_breaks(tournament),
        brackets=[_bracket(known, part) for part in parts],
        groups=_groups(known, parts),
        rounds=len(known.played),
    )


def _parts(known: FormatInput) -> list[drawing.BracketPart]:
    return drawing.brackets(known.format, known.setup, known.played, over=known.rounds_over)


def _bracket(known: FormatInput, part: drawing.BracketPart) -> Bracket:
    after = [len(column.ties) for column in part.columns[1:] if not column.aside]
    after += [0] * (len(part.columns) - len(after))
    rounds = [
        BracketRound(
            column.name,
            [_match(known, tie) for tie in column.ties],
            is_aside=column.aside,
            joins=len(column.ties) == 2 * following,
        )
        for column, following in zip(part.columns, after, strict=True)
    ]
    return Bracket(part.name, rounds, is_tree=known.sides == 2)


def _match(known: FormatInput, tie: drawing.DrawnTie) -> BracketMatch:
    scores = tie.scores or (None,) * len(tie.entrants)
    sides = [
        BracketSide(
            None if one is None else known.entries[one],
            score,
            won=one in tie.winners,
        )
        for one, score in zip(tie.entrants, scores, strict=True)
    ]
    return BracketMatch(tie.round, sides)


def _reached(known: FormatInput, parts: list[drawing.BracketPart]) -> dict[int, str]:
    """The name of the last bracket round of each entry, by its id; else "Groups"."""
    last = dict.fromkeys(range(len(known.entries)), (0, "Groups"))
    for column in (column for part in parts for column in part.columns):
        for tie in column.ties:
            for one in (one for one in tie.entrants if one is not None):
                last[one] = max(last[one], (tie.round, column.name))
    return {known.entries[one].pk: name for one, (_round, name) in last.items()}


def _groups(known: FormatInput, parts: list[drawing.BracketPart]) -> list[list[GroupLine]]:
    tables = drawing.group_tables(known.format, known.setup, known.played)
    through = {one for part in parts for tie in part.columns[0].ties for one in tie.entrants}
    return [_group(known, table, through) for table in tables]


def _in_group(known: FormatInput, played: int, members: list[Entry]) -> list[dict[int, int]]:
    """The games between these members in the first rounds, in which the groups play."""
    pks = {entry.pk for entry in members}
    pairings = (pairing for round_ in known.pairings[:played] for pairing in round_)
    games = (game for pairing in pairings for game in known.results[pairing.pk])
    return [game for game in games if game.keys() <= pks]


def _group(
    known: FormatInput, table: list[groups.GroupStanding], through: set[int | None]
) -> list[GroupLine]:
    """The table of a group, with the games that its members played in it."""
    seeds = {one.number: seed for seed, one in enumerate(formats.by_seed(known.entrants), start=1)}
    members = [known.entries[one.entrant] for one in table]
    played = drawing.group_rounds(known.format, known.setup)
    games = _in_group(known, played, members)
    rows = {row.entrant: row for row in score_table.standings([one.pk for one in members], games)}
    return [
        GroupLine(
            row=standings.row_of(entry, rows[entry.pk], place=place, points=one.points),
            among=one.among,
            seed=seeds[one.entrant],
            goes_on=one.entrant in through,
        )
        for place, (one, entry) in enumerate(zip(table, members, strict=True), start=1)
    ]
