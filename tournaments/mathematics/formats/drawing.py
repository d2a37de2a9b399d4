"""Knockouts, double eliminations and groups as they are drawn: their parts, rounds and matches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.mathematics.formats import bracket, cup, groups, knockout
from tournaments.mathematics.formats.base import (
    Entrant,
    Format,
    Options,
    PlayedPairing,
    PlayedRound,
    active,
    by_seed,
)


@dataclass(frozen=True)
class Slot:
    """A match of a bracket. `entrants` and their `scores` in the order of its sides.

    None is who is still to come; one alone has a bye. `round` is the tournament's, from 1. Without
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

    To an `aside` one, the match for the third place, nothing leads, and nothing comes after it.
    """

    name: str
    slots: list[Slot]
    aside: bool = False


@dataclass(frozen=True)
class Part:
    """A bracket: all of it, or the upper or lower one, or the finals."""

    name: str
    columns: list[Column]


def brackets(
    chosen: Format,
    entrants: Sequence[Entrant],
    played: Sequence[PlayedRound],
    *,
    over: int,
    sides: int,
    options: Options,
) -> list[Part]:
    """The brackets of a format that has any; the first `over` rounds are over."""
    complete = chosen.complete(options)
    order = [one.number for one in by_seed(entrants)]
    named = _Names(chosen, len(entrants), sides, options)
    if isinstance(chosen, knockout.Knockout) and sides > 2:
        return [Part("Bracket", _of_tables(entrants, played, over, complete["advance"], named))]
    if isinstance(chosen, knockout.Knockout):
        plan: bracket.Bracket = bracket.single(len(order), third_place=complete["third_place"])
        return [Part("Bracket", _columns(plan, order, played, over, named))]
    if isinstance(chosen, groups.Groups):
        return _after_groups(entrants, played, over, complete, named)
    if isinstance(chosen, knockout.DoubleElimination):
        plan = chosen.plan(order, played[:over], options)
        return _upper_and_lower(_columns(plan, order, played, over, named))
    return []


def group_tables(
    chosen: Format,
    entrants: Sequence[Entrant],
    played: Sequence[PlayedRound],
    *,
    options: Options,
) -> list[list[groups.Standing]]:
    """The tables of a format's groups, if it has any, each by places as it stands."""
    if not isinstance(chosen, groups.Groups):
        return []
    order = [one.number for one in by_seed(entrants)]
    dealt = groups.deal(order, chosen.complete(options)["groups"])
    before = group_rounds(chosen, len(order), options)
    return [groups.standings(entrants, played[:before], group) for group in dealt]


def group_rounds(chosen: Format, entrants: int, options: Options) -> int:
    """The rounds that the groups of a format take, before the others; 0 where it has none."""
    if not isinstance(chosen, groups.Groups):
        return 0
    return groups.group_rounds(
        groups.deal(list(range(entrants)), chosen.complete(options)["groups"])
    )


@dataclass(frozen=True)
class _Names:
    """What the rounds of a tournament are called, and how many come before a bracket."""

    chosen: Format
    entrants: int
    sides: int
    options: Options
    before: int = 0

    def of(self, number: int) -> str:
        return self.chosen.round_name(
            number, entrants=self.entrants, sides=self.sides, options=self.options
        )


def _of_tables(
    entrants: Sequence[Entrant],
    played: Sequence[PlayedRound],
    over: int,
    advance: int,
    named: _Names,
) -> list[Column]:
    """A knockout of three and four sides: its rounds so far, and those that they lead to."""
    order = [one.number for one in by_seed(entrants)]
    columns = []
    for number, round_ in enumerate(played, start=1):
        on = cup.going_on(order, played[:number], advance) if number <= over else []
        columns.append(Column(named.of(number), [_table(number, one, on) for one in round_]))
    for number, (count, byes) in enumerate(
        _tables_to_come(entrants, played, advance, named.sides), start=len(played) + 1
    ):
        slots = [Slot(number, (None,) * named.sides)] * count + [Slot(number, (None,))] * byes
        columns.append(Column(named.of(number), slots))
    return columns


def _table(number: int, played: PlayedPairing, on: Sequence[int]) -> Slot:
    winners = tuple(one for one in played.entrants if one in on)
    return Slot(number, played.entrants, played.scores if played.games else (), winners)


def _tables_to_come(
    entrants: Sequence[Entrant], played: Sequence[PlayedRound], advance: int, sides: int
) -> list[tuple[int, int]]:
    """Tables and byes of the rounds after those that there are, if nobody more withdraws."""
    left = len(entrants)
    if played:
        before = cup.size(played[-1])
        left = cup.tables(before, sides, advance)[1] if before > sides else 0
    if not left or len(active(entrants)) < sides:
        return []
    return list(cup.rounds(max(left, sides), sides, advance))


def _after_groups(
    entrants: Sequence[Entrant],
    played: Sequence[PlayedRound],
    over: int,
    options: Options,
    named: _Names,
) -> list[Part]:
    """The knockout, when the groups are over."""
    dealt = groups.deal([one.number for one in by_seed(entrants)], options["groups"])
    before = groups.group_rounds(dealt)
    if over < before:
        return []
    order = groups.qualified(entrants, played[:before], dealt, options["advance"])
    if len(order) < 2:
        return []
    plan = bracket.single(len(order), third_place=options["third_place"])
    columns = _columns(plan, order, played[before:], over - before, replace(named, before=before))
    return [Part("Bracket", columns)]


def _columns(
    plan: bracket.Bracket,
    order: Sequence[int],
    played: Sequence[PlayedRound],
    over: int,
    named: _Names,
) -> list[Column]:
    """Every round of a plan."""
    before = named.before
    known = bracket.settle(plan, order, played[:over])
    columns, aside = [], []
    for number, matches in enumerate(plan):
        shown = before + number + 1
        slots = [
            _slot(shown, known.get((number, place)), played[number:][:1])
            for place in range(len(matches))
        ]
        main = [slot for slot, match in zip(slots, matches, strict=True) if not match.minor]
        aside += [slot for slot, match in zip(slots, matches, strict=True) if match.minor]
        columns.append(Column(named.of(shown), main))
    return [*columns, Column("Third place", aside, aside=True)] if aside else columns


def _slot(
    number: int,
    settled: bracket.Settled | None,
    played: Sequence[PlayedRound],
) -> Slot:
    if settled is None:
        return Slot(number, (None, None))
    entrants = settled.entrants
    found = [
        one
        for round_ in played
        for one in round_
        if set(one.entrants) == set(entrants) and one.games
    ]
    scores = tuple(found[0].score(one) for one in entrants) if found else ()
    winners = () if settled.winner is None else (settled.winner,)
    return Slot(number, entrants, scores, winners)


def _upper_and_lower(columns: list[Column]) -> list[Part]:
    """As `bracket.double` plans: both together and the lower one alone, by turns; then finals."""
    upper, lower = [columns[0]], []
    at = 1
    while len(upper[-1].slots) > 1:
        both, alone = columns[at : at + 2]
        half = len(both.slots) // 2
        upper.append(Column(both.name.split(",")[0], both.slots[:half]))
        lower += [Column(_lower(both.name), both.slots[half:]), alone]
        at += 2
    parts = [("Upper bracket", upper), ("Lower bracket", lower), ("Finals", columns[at:])]
    return [Part(name, found) for name, found in parts if found]


def _lower(name: str) -> str:
    """ "Upper round 2, lower 1" is "Lower round 1"."""
    return f"Lower round {name.rpartition(' ')[2]}"
