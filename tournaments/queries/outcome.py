"""What a tournament has come to, as its page shows it: standings, brackets, groups and podium."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats import drawing
from tournaments.models import Entry, Tournament
from tournaments.queries import competition
from tournaments.queries.course import Course, course
from tournaments.tiebreaks import TieBreak

CROSSTABLE = 30
"""Entrants up to which a crosstable can be read."""

PODIUM = 3
"""Places that stand on it."""


@dataclass(frozen=True)
class BracketSide:
    """One side of a match in a bracket; without an entry somebody is still to come."""

    entry: Entry | None
    score: Fraction | None
    won: bool


@dataclass(frozen=True)
class BracketMatch:
    """A match in a bracket. With one side it is a bye, with none it is not played."""

    round: int
    sides: list[BracketSide]
    is_minor: bool

    @property
    def is_bye(self) -> bool:
        return len(self.sides) == 1

    @property
    def has_begun(self) -> bool:
        return any(side.score is not None for side in self.sides)


@dataclass(frozen=True)
class BracketRound:
    """A round of a bracket."""

    name: str
    matches: list[BracketMatch]


@dataclass(frozen=True)
class Bracket:
    """A bracket, or a part of one with a name of its own."""

    name: str
    rounds: list[BracketRound]


@dataclass(frozen=True)
class Outcome:
    """A tournament as it stands. `by_way`: places come by the way through it, not by points."""

    lines: list[competition.Line]
    by_way: bool
    tie_breaks: list[TieBreak]
    brackets: list[Bracket]
    groups: list[list[competition.Line]]
    rounds: int
    has_crosstable: bool

    @property
    def podium(self) -> list[competition.Line]:
        """The lines of the first places."""
        return [line for line in self.lines if line.row.place <= PODIUM]

    @property
    def most(self) -> float:
        """The most points of all, for drawing."""
        return max((float(line.row.points) for line in self.lines), default=0.0)


def outcome(tournament: Tournament) -> Outcome:
    """Read it all at once."""
    known = course(tournament)
    lines = competition.lines(known)
    by_way = known.places is not None
    brackets = [_bracket(known, part) for part in _parts(known)]
    return Outcome(
        lines=lines,
        by_way=by_way,
        tie_breaks=[] if by_way else competition.tie_breaks(tournament),
        brackets=brackets,
        groups=_groups(known, lines),
        rounds=len(known.played),
        has_crosstable=len(lines) <= CROSSTABLE,
    )


def _parts(known: Course) -> list[drawing.Part]:
    return drawing.brackets(
        known.format,
        known.entrants,
        known.played,
        over=known.rounds_over,
        sides=known.sides,
        options=known.tournament.format_options,
    )


def _bracket(known: Course, part: drawing.Part) -> Bracket:
    return Bracket(
        part.name,
        [
            BracketRound(column.name, [_match(known, slot) for slot in column.slots])
            for column in part.columns
        ],
    )


def _match(known: Course, slot: drawing.Slot) -> BracketMatch:
    scores = slot.scores or (None,) * len(slot.entrants)
    sides = [
        BracketSide(
            None if one is None else known.entries[one],
            score,
            won=one is not None and one == slot.winner,
        )
        for one, score in zip(slot.entrants, scores, strict=True)
    ]
    return BracketMatch(slot.round, sides, slot.minor)


def _groups(known: Course, lines: list[competition.Line]) -> list[list[competition.Line]]:
    found = {line.row.entrant.pk: line for line in lines}
    options = known.tournament.format_options
    tables = drawing.group_tables(known.format, known.entrants, known.played, options=options)
    return [[found[known.entries[one].pk] for one in table] for table in tables]
