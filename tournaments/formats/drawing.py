"""Knockouts, double eliminations and groups as they are drawn: their parts, rounds and matches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.formats import bracket, groups, knockout
from tournaments.formats.base import Entrant, Format, Options, PlayedRound, by_seed


@dataclass(frozen=True)
class Slot:
    """A match of a bracket. `entrants` and their `scores` in the order of its sides.

    None is who is still to come; one alone has a bye. `round` is the tournament's, from 1. Without
    `scores` it has not been played, without `winner` it is not over. `minor` is for third place.
    """

    round: int
    entrants: tuple[int | None, ...]
    scores: tuple[Fraction, ...] = ()
    winner: int | None = None
    minor: bool = False


@dataclass(frozen=True)
class Column:
    """A round of a bracket, or the part of it that belongs together."""

    name: str
    slots: list[Slot]


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
    """The brackets of a format of two sides that has any; the first `over` rounds are over."""
    if sides != 2:
        return []
    complete = chosen.complete(options)
    order = [one.number for one in by_seed(entrants)]
    named = _Names(chosen, len(entrants), options)
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
) -> list[list[int]]:
    """The groups of a format that has any, each by places as it stands."""
    if not isinstance(chosen, groups.Groups):
        return []
    order = [one.number for one in by_seed(entrants)]
    dealt = groups.deal(order, chosen.complete(options)["groups"])
    before = groups.group_rounds(dealt)
    return [groups.table(entrants, played[:before], group) for group in dealt]


@dataclass(frozen=True)
class _Names:
    """What the rounds of a tournament are called, and how many come before a bracket."""

    chosen: Format
    entrants: int
    options: Options
    before: int = 0

    def of(self, number: int) -> str:
        return self.chosen.round_name(number, entrants=self.entrants, sides=2, options=self.options)


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
    return [
        Column(
            named.of(before + number + 1),
            [
                _slot(before + number + 1, match, known.get((number, place)), played[number:][:1])
                for place, match in enumerate(matches)
            ],
        )
        for number, matches in enumerate(plan)
    ]


def _slot(
    number: int,
    match: bracket.Match,
    settled: bracket.Settled | None,
    played: Sequence[PlayedRound],
) -> Slot:
    if settled is None:
        return Slot(number, (None, None), minor=match.minor)
    entrants = settled.entrants
    found = [
        one
        for round_ in played
        for one in round_
        if set(one.entrants) == set(entrants) and one.games
    ]
    scores = tuple(found[0].score(one) for one in entrants) if found else ()
    return Slot(number, entrants, scores, settled.winner, match.minor)


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
