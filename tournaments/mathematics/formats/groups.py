"""Groups, then a knockout of the best.

Source: the practice of most sports, put together from `berger` and `bracket`. The seeds are dealt
to the groups back and forth (a snake): the first to the first group, and so on, then back. Each
group plays a round-robin. Places in a group are by points, then by the points among equals, then by
seed; among equals, entrants that have left come last. The best of each go on: as seeds of the
knockout all group winners come before all seconds, and so on, by points for each pairing. Entrants
of one place are then exchanged so that two of one group meet as late as possible.

Withdrawals count in the groups as in a round-robin of two sides, and in the knockout as there. An
entrant that has left a group before its end does not go on.

Left out: three and four sides, where groups are tables already: hold a knockout; and matches
between the groups for the places below.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise, zip_longest
from typing import Any

from engine import OptionSpec
from tournaments.mathematics.formats import bracket, knockout, words
from tournaments.mathematics.formats.base import (
    Elimination,
    Entrant,
    FormatError,
    Pairing,
    Plan,
    PlayedPairing,
    PlayedRound,
    Setup,
    dealt,
    mean_score,
    totals,
)
from tournaments.mathematics.formats.berger import round_robin
from tournaments.mathematics.formats.roundrobin import settled, without

Group = list[int]

MOST_GROUPS = 32


class Groups(Elimination):
    """Round-robins in groups, then a knockout of their best."""

    id = "groups-knockout"
    name = "Groups, then knockout"
    summary = "Round-robins in small groups, whose best then play a knockout."
    options = (
        OptionSpec.number(
            "groups", 0, (0, MOST_GROUPS), "Groups; 0: as many as suit the entrants."
        ),
        OptionSpec.number(
            "advance",
            0,
            (0, 8),
            "How many go on from each group; 0: two, or one of a group of two.",
        ),
        knockout.THIRD_PLACE,
        knockout.MOST_BLOCKS,
    )
    sides = (2,)
    fewest = 4
    most = 256

    def check(self, setup: Setup) -> None:
        """Every group needs two entrants, and one more than go on from it."""
        super().check(setup)
        chosen = self.chosen(setup)
        smallest = setup.count // chosen["groups"]
        if chosen["groups"] < 2:
            raise FormatError("one-group", "groups")
        if smallest < 2:
            raise FormatError("too-many-groups", "groups", count=setup.count)
        if chosen["advance"] >= smallest:
            raise FormatError("too-many-go-on", "advance", size=smallest)

    def preview(self, setup: Setup) -> Plan:
        """Exact but for the blocks that tied pairings of the knockout need."""
        chosen, groups = self.chosen(setup), self.deal(setup)
        left = chosen["advance"] * len(groups)
        pairings = sum(len(group) * (len(group) - 1) // 2 for group in groups)
        pairings += left - 1 + (chosen["third_place"] and left > 3)
        rounds = group_rounds(groups) + len(knockout.plan(left, chosen))
        note = words.group_deciders(chosen["most_blocks"])
        return setup.plan(rounds, pairings, exact=False, note=note)

    def next_round(self, setup: Setup, played: Sequence[PlayedRound]) -> list[Pairing] | None:
        """The next round of all groups at once, then those of the knockout."""
        groups = self.deal(setup)
        before = group_rounds(groups)
        if len(played) < before:
            return without(_side_by_side(groups)[len(played)], setup.withdrawn)
        order, plan = self.final_stage(setup, played)
        return bracket.next_round(plan, order, played[before:], setup.playing)

    def undecided(self, setup: Setup, played: Sequence[PlayedRound]) -> list[PlayedPairing]:
        """The tied pairings of the knockout; in the groups ties are final."""
        if len(played) <= group_rounds(self.deal(setup)):
            return []
        return knockout.tied(played[-1], self.complete(setup.options))

    def places(self, setup: Setup, played: Sequence[PlayedRound]) -> list[tuple[int, int]]:
        """The knockout first; the others by their places in the groups."""
        groups = self.deal(setup)
        before = group_rounds(groups)
        order: list[int] = []
        above: list[tuple[int, int]] = []
        if len(played) >= before:
            order, plan = self.final_stage(setup, played)
            above = bracket.places(plan, order, played[before:])
        tables = [table(setup.entrants, played[:before], group) for group in groups]
        rest = sorted(
            (rank, entrant)
            for group in tables
            for rank, entrant in enumerate(group)
            if entrant not in order
        )
        ranks = [rank for rank, _one in rest]
        return [*above, *((len(order) + 1 + ranks.index(rank), entrant) for rank, entrant in rest)]

    def round_name(self, setup: Setup, played: Sequence[PlayedRound], number: int, /) -> str:
        """ "Groups, round 2", then the names of the knockout of those that go on."""
        groups = self.deal(setup)
        before = group_rounds(groups)
        if number <= before:
            return words.group_round_name(number)
        going_on = _going_on(played[:before], groups, self.chosen(setup)["advance"])
        return words.knockout_name(bracket.size(going_on) >> number - before)

    def chosen(self, setup: Setup) -> dict[str, Any]:
        """All options, with numbers that suit the entrants where 0 leaves them open."""
        chosen = self.complete(setup.options)
        chosen["groups"] = chosen["groups"] or _suitable(setup.count)
        smallest = setup.count // chosen["groups"]
        chosen["advance"] = chosen["advance"] or max(1, min(2, smallest - 1))
        return chosen

    def deal(self, setup: Setup) -> list[Group]:
        """The groups of a tournament."""
        return dealt(setup.by_seed, self.chosen(setup)["groups"])

    def final_stage(
        self, setup: Setup, played: Sequence[PlayedRound]
    ) -> tuple[list[int], bracket.Bracket]:
        """The seeds of the knockout after the groups, and its plan."""
        chosen, groups = self.chosen(setup), self.deal(setup)
        before = played[: group_rounds(groups)]
        order = qualified(setup.entrants, before, groups, chosen["advance"])
        return order, knockout.plan(len(order), chosen)


def _suitable(count: int) -> int:
    """The largest power of two, from 2 on, that leaves at least three entrants in each group."""
    return max(2, min(MOST_GROUPS, 1 << (count // 3).bit_length() - 1)) if count > 2 else 2


@dataclass(frozen=True)
class GroupStanding:
    """One line of a group's table: its points, and those among `entrant`'s equals in points."""

    entrant: int
    points: Fraction
    among: Fraction


def table(entrants: Sequence[Entrant], played: Sequence[PlayedRound], group: Group) -> list[int]:
    """The members of a group by their places so far."""
    return [standing.entrant for standing in standings(entrants, played, group)]


def standings(
    entrants: Sequence[Entrant], played: Sequence[PlayedRound], group: Group
) -> list[GroupStanding]:
    """The table of a group so far: by points, withdrawn ones last, points among equals, seed.

    `group` is in the order of seeds, and `played` the rounds of the groups alone.
    """
    ours = [
        [pairing for pairing in round_ if set(pairing.entrants) <= set(group)] for round_ in played
    ]
    # An entrant that leaves later, in the knockout, must not change the group's result.
    stayed = _stayed(played, group)
    members = [
        replace(entrant, active=entrant.number in stayed)
        for entrant in entrants
        if entrant.number in group
    ]
    counted = settled(members, ours, _rounds(group))
    points = totals(members, counted)
    pairings = [pairing for round_ in counted for pairing in round_]

    def standing(entrant: int) -> GroupStanding:
        equals = {other for other in group if points[other] == points[entrant]}
        return GroupStanding(entrant, points[entrant], _among(equals, entrant, pairings))

    def key(row: GroupStanding) -> tuple[Fraction, bool, Fraction]:
        return -row.points, row.entrant not in stayed, -row.among

    return sorted(map(standing, group), key=key)


def qualified(
    entrants: Sequence[Entrant], played: Sequence[PlayedRound], groups: Sequence[Group], count: int
) -> list[int]:
    """The seeds of the knockout: `count` of each group, all firsts, then all seconds, and so on."""
    tiers: list[list[tuple[Fraction, int, int]]] = [[] for _place in range(count)]
    pairings = [pairing for round_ in played for pairing in round_]
    for number, group in enumerate(groups):
        stayed = _stayed(played, group)
        ranked = [entrant for entrant in table(entrants, played, group) if entrant in stayed]
        for tier, entrant in zip(tiers, ranked, strict=False):
            tier.append((-mean_score(pairings, entrant), number, entrant))
    home = {entrant: number for number, group in enumerate(groups) for entrant in group}
    return _apart([[entrant for *_key, entrant in sorted(tier)] for tier in tiers], home)


def _going_on(played: Sequence[PlayedRound], groups: Sequence[Group], count: int) -> int:
    """How many go on: `count` of each group, and fewer of one that too many have left."""
    return sum(min(count, len(_stayed(played, group))) for group in groups)


def _stayed(played: Sequence[PlayedRound], group: Group) -> set[int]:
    """The entrants of a group who finished its last round so far."""
    rounds = played[: len(_rounds(group))]
    if not rounds:
        return set(group)
    return {
        entrant
        for pairing in rounds[-1]
        for entrant in pairing.entrants
        if entrant in group and (len(pairing.entrants) == 1 or entrant not in pairing.withdrawn)
    }


def _rounds(group: Group) -> list[list[Pairing]]:
    return [
        [tuple(group[member] for member in pairing) for pairing in round_]
        for round_ in round_robin(len(group))
    ]


def group_rounds(groups: Sequence[Group]) -> int:
    """The number of rounds of the groups, which play at the same time."""
    return max(len(_rounds(group)) for group in groups)


def _side_by_side(groups: Sequence[Group]) -> list[list[Pairing]]:
    """The rounds of all groups at once; smaller groups may be over before the others."""
    together = zip_longest(*map(_rounds, groups), fillvalue=())
    return [[pairing for round_ in rounds for pairing in round_] for rounds in together]


def _among(equals: set[int], entrant: int, pairings: Sequence[PlayedPairing]) -> Fraction:
    """The points of one of these equals against the others."""
    scores = (
        p.score(entrant) for p in pairings if entrant in p.entrants and set(p.entrants) <= equals
    )
    return sum(scores, Fraction(0))


def _apart(tiers: list[list[int]], home: dict[int, int]) -> list[int]:
    """The tiers in a row, reordered within themselves to keep those of one group apart."""
    order = [entrant for tier in tiers for entrant in tier]
    starts = [sum(map(len, tiers[:number])) for number in range(len(tiers) + 1)]
    swaps = [two for low, high in pairwise(starts[1:]) for two in combinations(range(low, high), 2)]
    best = _clash(order, home)
    # Every exchange lowers the clash, so that this ends.
    while better := _first_better(order, swaps, home, best):
        order, best = better
    return order


def _first_better(
    order: list[int], swaps: Sequence[tuple[int, int]], home: dict[int, int], best: int
) -> tuple[list[int], int] | None:
    for first, second in swaps:
        other = list(order)
        other[first], other[second] = other[second], other[first]
        if (clash := _clash(other, home)) < best:
            return other, clash
    return None


def _clash(order: Sequence[int], home: dict[int, int]) -> int:
    """How early those of one group may meet: each round earlier weighs eight times as much."""
    places = bracket.seed_order(bracket.size(len(order)))
    at = {order[seed]: place for place, seed in enumerate(places) if seed < len(order)}
    last = len(places).bit_length()
    return sum(
        8 ** (last - (at[entrant] ^ at[other]).bit_length())
        for entrant, other in combinations(order, 2)
        if home[entrant] == home[other]
    )
