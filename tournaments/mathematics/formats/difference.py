"""A small search for difference families: designs in which every two meet equally often.

The entrants are the elements of an abelian group and possibly one more, which no element of the
group moves (infinity). Moving a block by every element gives its orbit; orbits in whose blocks
every difference of two elements occurs equally often make up a design (Bose 1939; Beth, Jungnickel
and Lenz, Design Theory, chapter VII). Which orbits to take is an exact cover, and is searched for
with fixed seeds, so that the same question has the same answer everywhere.

Left out: the constructions for large numbers, since this searches up to about forty entrants; and
designs without such a group.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import prod

Block = tuple[int, ...]
Sums = list[list[int]]

_BITS = 8  # of a packed number for one kind of pair: its count, and a bit on top for the borrow
_TRIES = 40
_STEPS = 300
_CHOICE = 8  # designs of which the shortest is taken, where their lengths may differ


def sums(orders: Sequence[int], *, infinity: bool) -> Sums:
    """The addition table of the product of cyclic groups of these orders, elements from 0.

    With `infinity` each row has one more entry: the last element, which stays where it is.
    """
    elements = list(product(*map(range, orders)))
    index = {element: number for number, element in enumerate(elements)}
    fixed = [prod(orders)] if infinity else []
    return [
        [
            index[tuple((x + y) % n for x, y, n in zip(one, other, orders, strict=True))]
            for other in elements
        ]
        + fixed
        for one in elements
    ]


def design(table: Sums, size: int, least: int, most: int, seed: int = 0) -> list[Block] | None:
    """Blocks of `size` in which every two elements meet `least` to `most` times.

    Few blocks, where there is a choice. None when the search, which begins with `seed`, gave up.
    """
    orbits = list(_orbits(table, size))
    kinds, columns = _columns(table, orbits)
    found = []
    for attempt in range(seed, seed + _TRIES):
        search = _Search(columns, kinds, most - least, random.Random(attempt))  # noqa: S311
        chosen = search.solve(_pack(dict.fromkeys(range(kinds), most)), range(len(columns)))
        if chosen is not None:
            found.append([block for number in chosen for block in orbits[number]])
            if least == most or len(found) == _CHOICE:
                break
    return min(found, key=len, default=None)


def _orbits(table: Sums, size: int) -> Iterator[list[Block]]:
    """The orbits of all blocks of this size; each has a block with the zero in it."""
    seen: set[frozenset[int]] = set()
    for rest in combinations(range(1, len(table[0])), size - 1):
        block = (0, *rest)
        if frozenset(block) not in seen:
            moved = [tuple(row[one] for one in block) for row in table]
            unique = {frozenset(one): one for one in reversed(moved)}
            seen.update(unique)
            yield list(unique.values())[::-1]


def _columns(table: Sums, orbits: Sequence[list[Block]]) -> tuple[int, list[int]]:
    """How many kinds of pairs there are, and how often a pair of each kind meets in each orbit."""
    pairs = list(_orbits(table, 2))
    kind = {frozenset(pair): number for number, orbit in enumerate(pairs) for pair in orbit}
    columns = []
    for orbit in orbits:
        met = Counter(kind[frozenset(two)] for block in orbit for two in combinations(block, 2))
        columns.append(_pack({one: count // len(pairs[one]) for one, count in met.items()}))
    return len(pairs), columns


def _pack(counts: dict[int, int]) -> int:
    return sum(count << _BITS * kind for kind, count in counts.items())


def _count(packed: int, kind: int) -> int:
    return packed >> _BITS * kind & (1 << _BITS) - 1


class _Search:
    """Cover by depth first, the kind of pair with the fewest choices first."""

    def __init__(self, columns: Sequence[int], kinds: int, slack: int, rng: random.Random) -> None:
        self.columns, self.slack, self.rng, self.steps = columns, slack, rng, 0
        self.guards = _pack(dict.fromkeys(range(kinds), 1 << _BITS - 1))
        self.kinds = range(kinds)

    def solve(self, room: int, usable: Sequence[int]) -> list[int] | None:
        """Columns, each used once, that leave no more than the slack of `room` of any kind."""
        missed = [kind for kind in self.kinds if _count(room, kind) > self.slack]
        if not missed:
            return []
        self.steps += 1
        if self.steps > _STEPS:
            return None
        fitting = [one for one in usable if self._fits(self.columns[one], room)]
        choices = min((self._of(kind, fitting) for kind in missed), key=len)
        self.rng.shuffle(choices)
        for one in choices:
            rest = self.solve(room - self.columns[one], [two for two in fitting if two != one])
            if rest is not None:
                return [one, *rest]
        return None

    def _fits(self, column: int, room: int) -> bool:
        return (room | self.guards) - column & self.guards == self.guards

    def _of(self, kind: int, fitting: Sequence[int]) -> list[int]:
        mask = ((1 << _BITS) - 1) << _BITS * kind
        return [one for one in fitting if self.columns[one] & mask]
