"""Finds the designs of `tournaments/mathematics/formats/designs.json`, and prints the file.

    .venv/bin/python -m tools.find_designs > tournaments/mathematics/formats/designs.json

It looks for difference families (Bose 1939; Beth, Jungnickel and Lenz, Design Theory, chapter VII).
The entrants are the elements of an abelian group, and possibly one more that no element moves.
Moving a block by every element gives its orbit. Orbits in whose blocks every difference occurs
equally often make up a design. Which orbits to take is an exact cover, searched for with fixed
seeds. It takes half a minute of a processor.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournaments.mathematics.formats import designs
from tournaments.mathematics.formats.designs import Block, Sums, orbit, sums

_BITS = 8  # of a packed number for one kind of pair: its count, and a bit on top for the borrow
_TRIES = 40
_STEPS = 300
_CHOICE = 8  # designs of which the shortest is taken, where their lengths may differ
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


def find(entrants: int, sides: int, least: int, most: int) -> dict[str, object] | None:
    """A design in which every two meet `least` to `most` times, as the file has it."""
    groups = [(one, False, 0) for one in abelian(entrants)]
    groups += [(one, True, 0) for one in abelian(entrants - 1)]
    if least == most and (sides, entrants) in _KNOWN:
        groups = [_KNOWN[sides, entrants]]
    for orders, infinity, seed in groups:
        table = sums(orders, infinity=infinity)
        if blocks := search(table, sides, least, most, seed):
            return _written(table, blocks, orders, infinity=infinity)
    return None


def _written(
    table: Sums, blocks: list[Block], orders: Sequence[int], *, infinity: bool
) -> dict[str, object]:
    pairings = [moved for block in blocks for moved in orbit(table, block)]
    tries = range(min(100, max(1, _WORK // len(pairings) ** 2)))
    packing = min(tries, key=lambda seed: len(designs.packed(pairings, seed)))
    return {"group": orders, "infinity": infinity, "blocks": blocks, "packing": packing}


def search(table: Sums, size: int, least: int, most: int, seed: int) -> list[Block] | None:
    """Blocks whose orbits are a design. Few, where there is a choice; None when it gave up."""
    orbits = list(_orbits(table, size))
    kinds, columns = _columns(table, orbits)
    found = []
    for attempt in range(seed, seed + _TRIES):
        cover = _Cover(columns, kinds, most - least, random.Random(attempt))  # noqa: S311
        chosen = cover.solve(_pack(dict.fromkeys(range(kinds), most)), range(len(columns)))
        if chosen is not None:
            found.append([orbits[number] for number in chosen])
            if least == most or len(found) == _CHOICE:
                break
    best = min(found, key=lambda chosen: sum(map(len, chosen)), default=None)
    return best and [min(tuple(sorted(block)) for block in one if 0 in block) for one in best]


def _orbits(table: Sums, size: int) -> Iterator[list[Block]]:
    """The orbits of all blocks of this size, each from its least block with the zero in it."""
    seen: set[frozenset[int]] = set()
    for rest in combinations(range(1, len(table[0])), size - 1):
        block = (0, *rest)
        if frozenset(block) not in seen:
            moved = orbit(table, block)
            seen.update(map(frozenset, moved))
            yield moved


def _columns(table: Sums, orbits: Sequence[list[Block]]) -> tuple[int, list[int]]:
    """How many kinds of pairs there are, and how often a pair of each kind meets in each orbit."""
    pairs = list(_orbits(table, 2))
    kind = {frozenset(pair): number for number, one in enumerate(pairs) for pair in one}
    columns = []
    for blocks in orbits:
        met = Counter(kind[frozenset(two)] for block in blocks for two in combinations(block, 2))
        columns.append(_pack({one: count // len(pairs[one]) for one, count in met.items()}))
    return len(pairs), columns


def _pack(counts: dict[int, int]) -> int:
    return sum(count << _BITS * kind for kind, count in counts.items())


def _count(packed: int, kind: int) -> int:
    return packed >> _BITS * kind & (1 << _BITS) - 1


class _Cover:
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


def main() -> None:
    """Print the file, one design a line; a near one only where two must meet more than once."""
    lines = []
    for sides in (3, 4):
        for entrants in range(sides, designs.MOST + 1):
            least = designs.least_meetings(entrants, sides)
            exact = find(entrants, sides, least, least)
            near = find(entrants, sides, 1, 2) if least > 1 else None
            for kind, found in (("exact", exact), ("near", near)):
                if found is not None:
                    lines.append(
                        json.dumps({"sides": sides, "entrants": entrants, "kind": kind, **found})
                    )
    print("[\n" + ",\n".join(lines) + "\n]")


if __name__ == "__main__":
    main()
