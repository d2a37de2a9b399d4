"""How knockouts, double eliminations and groups are drawn: parts, rounds and matches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.mathematics.formats import bracket, cup, groups, knockout, words
from tournaments.mathematics.formats.base import (
    PlayedPairing,
    PlayedRound,
    Setup,
    TournamentFormat,
)


@dataclass(frozen=True)
class DrawnTie:
    """A match of a bracket. `entrants` and their `scores` in the order of its sides.

    None is an open side; an entrant alone has a bye. `round` is the tournament's, from 1. Without
    `scores` it has not been played, without `winners` it is not over. Of a table of three or four
    several may go on.
    """

    round: int
    entrants: tuple[int | None, ...]
    scores: tuple[Fraction, ...] = ()
    winners: tuple[int, ...] = ()


@dataclass(frozen=True)
class Column:
    """A round of a bracket, or the part of it that belongs together.

    A column `aside`, the match for the third place, has no lines to or from other columns.
    """

    name: str
    ties: list[DrawnTie]
    aside: bool = False


@dataclass(frozen=True)
class BracketPart:
    """A bracket: all of it, or the upper or lower one, or the finals."""

    name: str
    columns: list[Column]


@dataclass(frozen=True)
class _Drawing:
    """The data of a bracket; `before` counts the rounds before its first."""

    chosen: TournamentFormat
    setup: Setup
    played: Sequence[PlayedRound]
    over: int
    before: int = 0

    def name(self, number: int) -> str:
        """The name of a round by its number in the tournament."""
        return self.chosen.round_name(self.setup, self.played, number)


def brackets(
    chosen: TournamentFormat, setup: Setup, played: Sequence[PlayedRound], *, over: int
) -> list[BracketPart]:
    """The brackets of a format that has any; the first `over` rounds are over."""
    drawing = _Drawing(chosen, setup, played, over)
    complete = chosen.complete(setup.options)
    if isinstance(chosen, knockout.Knockout) and setup.sides > 2:
        to_come = chosen.tables_to_come(setup, played)
        return [BracketPart(words.BRACKET, _of_tables(drawing, to_come, complete["advance"]))]
    if isinstance(chosen, knockout.Knockout):
        plan = knockout.plan(setup.count, complete)
        return [BracketPart(words.BRACKET, _columns(drawing, plan, setup.by_seed))]
    if isinstance(chosen, groups.Groups):
        return _after_groups(drawing, chosen)
    if isinstance(chosen, knockout.DoubleElimination):
        return _upper_and_lower(_columns(drawing, chosen.plan(setup, played[:over]), setup.by_seed))
    return []


def group_tables(
    chosen: TournamentFormat, setup: Setup, played: Sequence[PlayedRound]
) -> list[list[groups.GroupStanding]]:
    """The tables of a format's groups, if it has any, each by its present places."""
    if not isinstance(chosen, groups.Groups):
        return []
    before = played[: group_rounds(chosen, setup)]
    return [groups.standings(setup.entrants, before, group) for group in chosen.deal(setup)]


def group_rounds(chosen: TournamentFormat, setup: Setup) -> int:
    """The rounds that the groups of a format take, before the others; 0 where it has none."""
    return groups.group_rounds(chosen.deal(setup)) if isinstance(chosen, groups.Groups) else 0


def _of_tables(drawing: _Drawing, to_come: Sequence[tuple[int, int]], advance: int) -> list[Column]:
    """A knockout of three and four sides: its rounds so far, and those that they lead to."""
    order, played, sides = drawing.setup.by_seed, drawing.played, drawing.setup.sides
    columns = []
    for number, round_ in enumerate(played, start=1):
        on = cup.going_on(order, played[:number], advance) if number <= drawing.over else []
        ties = [_table(number, pairing, on) for pairing in round_]
        columns.append(Column(drawing.name(number), ties))
    for number, (count, byes) in enumerate(to_come, start=len(played) + 1):
        ties = [DrawnTie(number, (None,) * sides)] * count + [DrawnTie(number, (None,))] * byes
        columns.append(Column(drawing.name(number), ties))
    return columns


def _table(number: int, played: PlayedPairing, on: Sequence[int]) -> DrawnTie:
    winners = tuple(entrant for entrant in played.entrants if entrant in on)
    return DrawnTie(number, played.entrants, played.scores if played.games else (), winners)


def _after_groups(drawing: _Drawing, chosen: groups.Groups) -> list[BracketPart]:
    """The knockout, when the groups are over."""
    before = group_rounds(chosen, drawing.setup)
    if drawing.over < before:
        return []
    order, plan = chosen.final_stage(drawing.setup, drawing.played)
    if not plan:
        return []
    return [BracketPart(words.BRACKET, _columns(replace(drawing, before=before), plan, order))]


def _columns(drawing: _Drawing, plan: bracket.Bracket, order: Sequence[int]) -> list[Column]:
    """Every round of a plan."""
    played = drawing.played[drawing.before :]
    matches = bracket.settle(plan, order, played[: drawing.over - drawing.before])
    columns, aside = [], []
    for number, ties in enumerate(plan):
        round_number = drawing.before + number + 1
        drawn = [
            (tie.minor, _drawn(round_number, matches.get((number, place)), played[number:][:1]))
            for place, tie in enumerate(ties)
        ]
        aside += [tie for minor, tie in drawn if minor]
        columns.append(
            Column(drawing.name(round_number), [tie for minor, tie in drawn if not minor])
        )
    return [*columns, Column(words.THIRD_PLACE, aside, aside=True)] if aside else columns


def _drawn(number: int, settled: bracket.Settled | None, played: Sequence[PlayedRound]) -> DrawnTie:
    if settled is None:
        return DrawnTie(number, (None, None))
    entrants = settled.entrants
    pairings = [
        pairing
        for round_ in played
        for pairing in round_
        if set(pairing.entrants) == set(entrants) and pairing.games
    ]
    scores = tuple(pairings[0].score(entrant) for entrant in entrants) if pairings else ()
    winners = () if settled.winner is None else (settled.winner,)
    return DrawnTie(number, entrants, scores, winners)


def _upper_and_lower(columns: list[Column]) -> list[BracketPart]:
    """The parts of a `bracket.double`: both brackets and the lower alone alternate, then finals."""
    upper, lower = [columns[0]], []
    at = 1
    while len(upper[-1].ties) > 1:
        both, alone = columns[at : at + 2]
        half = len(both.ties) // 2
        upper.append(Column(words.upper_name(len(upper) + 1), both.ties[:half]))
        lower += [Column(words.lower_name(at), both.ties[half:]), alone]
        at += 2
    parts = [(words.UPPER, upper), (words.LOWER, lower), (words.FINALS, columns[at:])]
    return [BracketPart(name, part) for name, part in parts if part]
