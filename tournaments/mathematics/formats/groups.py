"""Groups, then a knockout of the best.

Source: the practice of most sports, put together from `berger` and `bracket`. The seeds are dealt
to the groups back and forth (a snake): the first to the first group, and so on, then back. Each
group plays a round-robin. Places in a group are by points, by the points among those who are equal,
of whom who has left comes last, and then by seed. The best of each go on: as seeds of the knockout
all group winners come before all seconds, and so on, by points for each pairing. Those of one place
are then exchanged so that two of one group meet as late as may be.

Withdrawals count in the groups as in a round-robin of two sides, and in the knockout as there; who
has left a group before its end does not go on.

Left out: three and four sides, where groups are tables already: hold a knockout; and matches
between the groups for the places below.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise, zip_longest

from engine import OptionSpec
from tournaments.mathematics.formats import bracket, knockout
from tournaments.mathematics.formats.base import (
    Entrant,
    Format,
    FormatError,
    Options,
    Pairing,
    PlayedPairing,
    PlayedRound,
    Preview,
    active,
    by_seed,
    totals,
)
from tournaments.mathematics.formats.berger import round_robin
from tournaments.mathematics.formats.roundrobin import settled, without

Group = list[int]


class Groups(Format):
    """Round-robins in groups, then a knockout of their best."""

    id = "groups-knockout"
    name = "Groups, then knockout"
    summary = "Round-robins in small groups, whose best then play a knockout."
    options = (
        OptionSpec("groups", "int", 4, (2, 32), "Groups."),
        OptionSpec("advance", "int", 2, (1, 8), "How many go on from each group."),
        knockout.THIRD_PLACE,
        knockout.MOST_BLOCKS,
    )
    sides = (2,)
    by_way = True
    fewest = 4
    most = 256

    def check(self, *, entrants: int, sides: int, options: Options) -> None:
        """Every group needs two entrants, and one more than go on from it."""
        super().check(entrants=entrants, sides=sides, options=options)
        chosen = self.complete(options)
        smallest = entrants // chosen["groups"]
        if smallest < 2:
            raise FormatError(
                "groups", f"{entrants} entrants make {entrants // 2} groups at the most."
            )
        if chosen["advance"] >= smallest:
            raise FormatError(
                "advance",
                f"From groups of {smallest} at most {smallest - 1} can go on: some must be out.",
            )

    def preview(
        self,
        *,
        entrants: int,
        sides: int,  # noqa: ARG002
        options: Options,
        games_per_pairing: int,
    ) -> Preview:
        """Exact but for the blocks that tied pairings of the knockout need."""
        chosen = self.complete(options)
        groups = deal(list(range(entrants)), chosen["groups"])
        left = chosen["advance"] * len(groups)
        plan = bracket.single(left, third_place=chosen["third_place"])
        pairings = sum(len(group) * (len(group) - 1) // 2 for group in groups)
        pairings += left - 1 + (chosen["third_place"] and left > 3)
        rounds = group_rounds(groups) + len(plan)
        note = f"Tied pairings of the knockout need more: up to {chosen['most_blocks']} blocks."
        return Preview(rounds, pairings, pairings * games_per_pairing, exact=False, note=note)

    def next_round(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,  # noqa: ARG002
        options: Options,
        seed: int,  # noqa: ARG002
    ) -> list[Pairing] | None:
        """First the rounds of all groups side by side, then those of the knockout."""
        chosen = self.complete(options)
        groups = _groups(entrants, chosen)
        before = group_rounds(groups)
        playing = {one.number for one in active(entrants)}
        if len(played) < before:
            gone = {one.number for one in entrants} - playing
            return without(_side_by_side(groups)[len(played)], gone)
        order = qualified(entrants, played[:before], groups, chosen["advance"])
        plan = _plan(order, chosen)
        if len(played) - before >= len(plan):
            return None
        known = bracket.settle(plan, order, played[before:])
        return bracket.pairings(plan, len(played) - before, known, playing)

    def needs_more(
        self,
        pairing: PlayedPairing,
        *,
        options: Options,
        number: int = 1,
        entrants: int = 2,
    ) -> bool:
        """In the knockout, while the entrants are tied; in the groups a tie stands."""
        chosen = self.complete(options)
        before = group_rounds(deal(list(range(entrants)), chosen["groups"]))
        return number > before and knockout.tied(pairing, chosen["most_blocks"])

    def places(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[PlayedRound],
        *,
        sides: int,  # noqa: ARG002
        options: Options,
    ) -> list[tuple[int, int]]:
        """The knockout first; the others by their places in the groups."""
        chosen = self.complete(options)
        groups = _groups(entrants, chosen)
        before = group_rounds(groups)
        tables = [table(entrants, played[:before], group) for group in groups]
        place = {one: rank for group in tables for rank, one in enumerate(group)}
        order: list[int] = []
        above: list[tuple[int, int]] = []
        if len(played) >= before:
            order = qualified(entrants, played[:before], groups, chosen["advance"])
            known = bracket.settle(_plan(order, chosen), order, played[before:])
            above = bracket.places(_plan(order, chosen), known, len(played) - before, order)
        rest = sorted((rank, one) for one, rank in place.items() if one not in order)
        ranks = [rank for rank, _one in rest]
        below = [(len(order) + 1 + ranks.index(rank), one) for rank, one in rest]
        return [*above, *below]

    def round_name(
        self,
        number: int,
        *,
        entrants: int,
        sides: int,  # noqa: ARG002
        options: Options,
    ) -> str:
        """ "Groups, round 2", then the names of the knockout."""
        chosen = self.complete(options)
        groups = deal(list(range(entrants)), chosen["groups"])
        before = group_rounds(groups)
        if number <= before:
            return f"Groups, round {number}"
        places = bracket.size(chosen["advance"] * len(groups))
        return knockout.knockout_name(places >> number - before)


def deal(order: Sequence[int], count: int) -> list[Group]:
    """The entrants, by seed, in so many groups, back and forth."""
    groups: list[Group] = [[] for _group in range(count)]
    for number, one in enumerate(order):
        turn, place = divmod(number, count)
        groups[-1 - place if turn % 2 else place].append(one)
    return groups


@dataclass(frozen=True)
class Standing:
    """One line of a group's table: its points, and those among `entrant`'s equals in points."""

    entrant: int
    points: Fraction
    among: Fraction


def table(entrants: Sequence[Entrant], played: Sequence[PlayedRound], group: Group) -> list[int]:
    """Who is in a group, by places, as it stands."""
    return [one.entrant for one in standings(entrants, played, group)]


def standings(
    entrants: Sequence[Entrant], played: Sequence[PlayedRound], group: Group
) -> list[Standing]:
    """The table of a group, as it stands: points, who has left last, points among equals, seed.

    `group` is in the order of seeds, and `played` the rounds of the groups alone.
    """
    ours = [[one for one in round_ if set(one.entrants) <= set(group)] for round_ in played]
    # Who leaves later, in the knockout, must not change what the group has come to.
    stayed = _stayed(played, group)
    members = [replace(one, active=one.number in stayed) for one in entrants if one.number in group]
    counted = settled(members, ours, _rounds(group))
    points = totals(members, counted)
    pairings = [one for round_ in counted for one in round_]

    def standing(one: int) -> Standing:
        equals = {other for other in group if points[other] == points[one]}
        return Standing(one, points[one], _among(equals, one, pairings))

    def key(one: Standing) -> tuple[Fraction, bool, Fraction]:
        return -one.points, one.entrant not in stayed, -one.among

    return sorted(map(standing, group), key=key)


def qualified(
    entrants: Sequence[Entrant], played: Sequence[PlayedRound], groups: Sequence[Group], count: int
) -> list[int]:
    """The seeds of the knockout: `count` of each group, its first, then its seconds, and so on."""
    tiers: list[list[tuple[Fraction, int, int]]] = [[] for _place in range(count)]
    for number, group in enumerate(groups):
        stayed = _stayed(played, group)
        ranked = [one for one in table(entrants, played, group) if one in stayed]
        for tier, one in zip(tiers, ranked, strict=False):
            tier.append((-_share(played, one), number, one))
    home = {one: number for number, group in enumerate(groups) for one in group}
    return _apart([[one for *_key, one in sorted(tier)] for tier in tiers], home)


def _stayed(played: Sequence[PlayedRound], group: Group) -> set[int]:
    """Those of a group who were in its last round so far, to the end of it."""
    rounds = played[: len(_rounds(group))]
    if not rounds:
        return set(group)
    return {
        one
        for pairing in rounds[-1]
        for one in pairing.entrants
        if one in group and (len(pairing.entrants) == 1 or one not in pairing.withdrawn)
    }


def _plan(order: Sequence[int], chosen: Options) -> bracket.Bracket:
    return bracket.single(len(order), third_place=chosen["third_place"]) if len(order) > 1 else []


def _groups(entrants: Sequence[Entrant], chosen: Options) -> list[Group]:
    return deal([one.number for one in by_seed(entrants)], chosen["groups"])


def _rounds(group: Group) -> list[list[Pairing]]:
    return [
        [tuple(group[one] for one in pairing) for pairing in round_]
        for round_ in round_robin(len(group))
    ]


def group_rounds(groups: Sequence[Group]) -> int:
    """How many rounds the groups take, side by side."""
    return max(len(_rounds(group)) for group in groups)


def _side_by_side(groups: Sequence[Group]) -> list[list[Pairing]]:
    """The rounds of all groups at once; smaller groups may be over before the others."""
    together = zip_longest(*map(_rounds, groups), fillvalue=())
    return [[pairing for round_ in rounds for pairing in round_] for rounds in together]


def _among(equals: set[int], one: int, pairings: Sequence[PlayedPairing]) -> Fraction:
    """What one of these equals scored against the others."""
    scores = (p.score(one) for p in pairings if one in p.entrants and set(p.entrants) <= equals)
    return sum(scores, Fraction(0))


def _share(played: Sequence[PlayedRound], one: int) -> Fraction:
    """The mean score of a game, so that groups of different sizes compare."""
    own = [pairing for round_ in played for pairing in round_ if one in pairing.entrants]
    games = sum(pairing.games for pairing in own)
    return sum((pairing.score(one) for pairing in own), Fraction(0)) / max(1, games)


def _apart(tiers: list[list[int]], home: dict[int, int]) -> list[int]:
    """The tiers one after the other, changed within themselves to part those of one group."""
    order = [one for tier in tiers for one in tier]
    starts = [sum(map(len, tiers[:number])) for number in range(len(tiers) + 1)]
    swaps = [two for low, high in pairwise(starts[1:]) for two in combinations(range(low, high), 2)]
    best = _clash(order, home)
    # Every exchange that is kept makes the clash less, so that this comes to an end.
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
        8 ** (last - (at[one] ^ at[other]).bit_length())
        for one, other in combinations(order, 2)
        if home[one] == home[other]
    )
