"""Tables of three and four by standing, with as few repeated meetings as possible.

Source: none; the Swiss idea carried over. The entrants in the order of their points are cut into
tables, and two of different tables change places as long as that makes fewer meet again or, with
equally many, brings more equal points together. It is a local search: nobody could say cheaply
whether a still better seating exists.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from tournaments.mathematics.formats.base import Pairing, PlayedRound
from tournaments.mathematics.formats.designs import meetings

_Cost = tuple[int, Fraction]


def pair(
    order: Sequence[int],
    playing: Collection[int],
    played: Sequence[PlayedRound],
    sides: int,
    points: Mapping[int, Fraction],
) -> list[Pairing]:
    """The tables of the next round for those in `playing`, best standing first, then the byes.

    `order` is the initial order of all, which decides between equal points.
    """
    here = [entrant for entrant in order if entrant in playing]
    standing = sorted(here, key=lambda entrant: -points[entrant])
    byes = _byes(standing, played, len(standing) % sides)
    left = [entrant for entrant in standing if entrant not in byes]
    tables = [left[start : start + sides] for start in range(0, len(left), sides)]
    met = meetings([pairing.entrants for round_ in played for pairing in round_])
    _improve(tables, met, points)
    place = {entrant: number for number, entrant in enumerate(standing)}.__getitem__
    seated = sorted(
        (sorted(table, key=place) for table in tables), key=lambda table: place(table[0])
    )
    return [*(tuple(table) for table in seated), *((entrant,) for entrant in byes)]


def _byes(standing: Sequence[int], played: Sequence[PlayedRound], count: int) -> list[int]:
    """The lowest of the entrants with the fewest byes."""
    had = Counter(
        pairing.entrants[0] for round_ in played for pairing in round_ if len(pairing.entrants) == 1
    )
    return sorted(standing, key=lambda entrant: (had[entrant], -standing.index(entrant)))[:count]


def _improve(
    tables: list[list[int]], met: Mapping[frozenset[int], int], points: Mapping[int, Fraction]
) -> None:
    """Exchange entrants of different tables until no exchange of two helps."""

    def cost(table: Sequence[int]) -> _Cost:
        again = sum(met[frozenset(two)] ** 2 for two in combinations(table, 2))
        apart = sum((points[a] - points[b]) ** 2 for a, b in combinations(table, 2))
        return again, Fraction(apart)

    def exchange(first: list[int], second: list[int]) -> bool:
        before = _sum(cost(first), cost(second))
        for i in range(len(first)):
            for j in range(len(second)):
                first[i], second[j] = second[j], first[i]
                if _sum(cost(first), cost(second)) < before:
                    return True
                first[i], second[j] = second[j], first[i]
        return False

    # Every exchange lowers the total cost, so that this ends.
    while any(exchange(first, second) for first, second in combinations(tables, 2)):
        pass


def _sum(cost: _Cost, other: _Cost) -> _Cost:
    return cost[0] + other[0], cost[1] + other[1]
