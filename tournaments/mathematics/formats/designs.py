"""Round-robins of three and four sides: balanced designs, arranged in rounds.

Balanced means that every two entrants meet equally often (a 2-design, or BIBD). It needs
`meetings * (n - 1)` to be a multiple of the sides less one, and `meetings * n * (n - 1)` one of
sides * (sides - 1): with four sides everybody may meet once among 4, 13, 16, 25, 28, 37 and 40
entrants; other numbers need two, three or six meetings. `difference` finds the designs.

Every pairing is played in blocks of all its rotations, so that everybody has each seat equally
often. The pairings are packed into rounds by some tries, which find whole rounds where those are
easy (Kirkman's fifteen schoolgirls walk out on seven days), and else leave some entrants idle.

Left out: who sits next to whom, and the fewest rounds for certain.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

from tournaments.mathematics.formats.base import Pairing
from tournaments.mathematics.formats.difference import Block, design, sums

MOST = 40
"""Entrants for whom designs are searched for."""

_WORK = 200_000  # pairings squared times tries at packing them in rounds

# A group, whether infinity belongs to it, and a seed, where the search takes seconds without.
_KNOWN = {
    (4, 26): ((25,), True, 0),
    (4, 28): ((3, 3, 3), True, 0),
    (4, 30): ((29,), True, 0),
    (4, 32): ((31,), True, 26),
    (4, 34): ((2, 17), False, 109),
    (4, 36): ((4, 9), False, 50),
    (4, 38): ((37,), True, 0),
}


def least_meetings(entrants: int, sides: int) -> int:
    """How often every two meet in the smallest design that arithmetic allows."""
    meetings = 1
    while meetings * (entrants - 1) % (sides - 1) or meetings * entrants * (entrants - 1) % (
        sides * (sides - 1)
    ):
        meetings += 1
    return meetings


@cache
def balanced(entrants: int, sides: int) -> tuple[Pairing, ...]:
    """Pairings in which every two of the entrants meet equally often, as few as are found."""
    least = least_meetings(entrants, sides)
    found = _search(entrants, sides, least, least)
    # All pairings there are would do as well; up to MOST entrants the search never comes to that.
    return tuple(found or combinations(range(entrants), sides))


@cache
def nearly_balanced(entrants: int, sides: int) -> tuple[Pairing, ...]:
    """Pairings in which every two of the entrants meet once or twice, as few as are found."""
    exact = balanced(entrants, sides)
    shorter = _search(entrants, sides, 1, 2) if least_meetings(entrants, sides) > 1 else None
    return min(exact, tuple(shorter or exact), key=len)


def _search(entrants: int, sides: int, least: int, most: int) -> list[Block] | None:
    if least == most and (sides, entrants) in _KNOWN:
        orders, infinity, seed = _KNOWN[sides, entrants]
        return design(sums(orders, infinity=infinity), sides, least, most, seed)
    groups = [(one, False) for one in abelian(entrants)]
    groups += [(one, True) for one in abelian(entrants - 1)]
    designs = (
        design(sums(orders, infinity=infinity), sides, least, most) for orders, infinity in groups
    )
    return next((found for found in designs if found), None)


def abelian(order: int) -> list[tuple[int, ...]]:
    """The abelian groups of this order as products of cyclic ones of prime powers, cyclic first."""
    groups: list[tuple[int, ...]] = [()]
    for prime, power in Counter(_primes(order)).items():
        groups = [
            (*group, *(prime**part for part in parts))
            for group in groups
            for parts in _partitions(power, power)
        ]
    return groups


def _primes(number: int) -> Iterator[int]:
    factor = 2
    while number > 1:
        while number % factor == 0:
            yield factor
            number //= factor
        factor += 1


def _partitions(number: int, largest: int) -> Iterator[tuple[int, ...]]:
    if number == 0:
        yield ()
    for part in range(min(number, largest), 0, -1):
        for rest in _partitions(number - part, part):
            yield (part, *rest)


def meetings(pairings: Sequence[Pairing]) -> Counter[frozenset[int]]:
    """How often each two entrants meet in these pairings."""
    return Counter(frozenset(two) for pairing in pairings for two in combinations(pairing, 2))


def rounds(pairings: Sequence[Pairing], entrants: int) -> list[list[Pairing]]:
    """The pairings in rounds in which nobody plays twice; who does not play has a bye.

    The fewest rounds of some tries with fixed seeds, which need not be the fewest possible.
    """
    tries = range(min(100, max(1, _WORK // len(pairings) ** 2)))
    packed = min((_packed(pairings, Random(seed)) for seed in tries), key=len)  # noqa: S311
    return [[*round_, *_idle(round_, entrants)] for round_ in packed]


def _idle(round_: Sequence[Pairing], entrants: int) -> list[Pairing]:
    playing = {one for pairing in round_ for one in pairing}
    return [(one,) for one in range(entrants) if one not in playing]


def _packed(pairings: Sequence[Pairing], rng: Random) -> list[list[Pairing]]:
    left = rng.sample(pairings, len(pairings))
    made = []
    while left:
        round_ = _pack(left)
        made.append(round_)
        taken = set(round_)
        left = [pairing for pairing in left if pairing not in taken]
    return made


def _pack(left: Sequence[Pairing]) -> list[Pairing]:
    """Pairings without a common entrant: those whose entrants have most to play come first."""
    to_play = Counter(one for pairing in left for one in pairing)
    round_: list[Pairing] = []
    playing: set[int] = set()
    for pairing in sorted(left, key=lambda pairing: -sum(to_play[one] for one in pairing)):
        if playing.isdisjoint(pairing):
            round_.append(pairing)
            playing.update(pairing)
    return round_
