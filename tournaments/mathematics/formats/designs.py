"""Round-robins of three and four sides: balanced designs, arranged in rounds.

Balanced means that every two entrants meet equally often (a 2-design, or BIBD). It needs
`meetings * (n - 1)` to be a multiple of the sides less one, and `meetings * n * (n - 1)` one of
sides * (sides - 1). With four sides everybody may meet once among 4, 13, 16, 25, 28, 37 and 40
entrants; other numbers need two, three or six meetings.

The designs are in `designs.json`: difference families (Bose 1939), found by
`tools/find_designs.py`. The entrants are the elements of an abelian group, and possibly one more
that no element moves (infinity). A few blocks, moved by every element, give all the others.

Every pairing is played in blocks of all its rotations, so that everybody has each seat equally
often. Whole rounds come out where those are easy (Kirkman's fifteen schoolgirls walk out on seven
days); elsewhere some entrants are idle.

With five and six sides every choice of entrants is a table, for few entrants only.

Left out: who sits next to whom, the fewest rounds for certain, and designs for more entrants.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

from tournaments.mathematics.formats.base import Pairing

MOST = 40
"""The most entrants for whom there are designs of three and four sides."""

MOST_OF_ALL = 10
"""The most entrants for whom every choice of five or six of them is a table."""

Block = tuple[int, ...]
Sums = list[list[int]]

_FILE = Path(__file__).with_name("designs.json")


@dataclass(frozen=True)
class Design:
    """The pairings of a round-robin, and the seed that packs them into few rounds."""

    entrants: int
    pairings: tuple[Pairing, ...]
    packing: int


@cache
def balanced(entrants: int, sides: int) -> Design:
    """A design in which every two entrants meet equally often, as seldom as arithmetic allows.

    With five and six sides every choice of entrants meets once.
    """
    if sides > 4:
        return Design(entrants, tuple(combinations(range(entrants), sides)), packing=0)
    return _design(_known()[sides, entrants, "exact"])


@cache
def nearly_balanced(entrants: int, sides: int) -> Design:
    """A design in which every two entrants meet once or twice, where that is shorter."""
    exact, near = balanced(entrants, sides), _known().get((sides, entrants, "near"))
    return min(
        exact, exact if near is None else _design(near), key=lambda design: len(design.pairings)
    )


@cache
def _known() -> dict[tuple[int, int, str], dict[str, Any]]:
    """The contents of the file, by sides, entrants, and exact or near."""
    lines = json.loads(_FILE.read_text(encoding="utf-8"))
    return {(line["sides"], line["entrants"], line["kind"]): line for line in lines}


def _design(stored: dict[str, Any]) -> Design:
    table = sums(stored["group"], infinity=stored["infinity"])
    pairings = tuple(moved for block in stored["blocks"] for moved in orbit(table, block))
    return Design(stored["entrants"], pairings, stored["packing"])


def sums(orders: Sequence[int], *, infinity: bool) -> Sums:
    """The addition table of the product of cyclic groups of these orders, elements from 0.

    With `infinity` each row has one more entry: the last element, which stays where it is.
    """
    elements = list(product(*map(range, orders)))
    index = {element: number for number, element in enumerate(elements)}
    fixed = [prod(orders)] if infinity else []
    return [
        [
            index[tuple((x + y) % n for x, y, n in zip(element, other, orders, strict=True))]
            for other in elements
        ]
        + fixed
        for element in elements
    ]


def orbit(table: Sums, block: Sequence[int]) -> list[Block]:
    """A block moved by every element of a group, each result once."""
    moved = [tuple(row[element] for element in block) for row in table]
    unique = {frozenset(pairing): pairing for pairing in reversed(moved)}
    return list(unique.values())[::-1]


def least_meetings(entrants: int, sides: int) -> int:
    """How often every two meet in the smallest design that arithmetic allows."""
    meetings = 1
    while meetings * (entrants - 1) % (sides - 1) or meetings * entrants * (entrants - 1) % (
        sides * (sides - 1)
    ):
        meetings += 1
    return meetings


def meetings(pairings: Sequence[Pairing]) -> Counter[frozenset[int]]:
    """How often each two entrants meet in these pairings."""
    return Counter(frozenset(two) for pairing in pairings for two in combinations(pairing, 2))


def rounds(design: Design) -> list[list[Pairing]]:
    """The pairings in rounds without repeated entrants; those who do not play have byes."""
    packing = packed(design.pairings, design.packing)
    return [[*round_, *_idle(round_, design.entrants)] for round_ in packing]


def _idle(round_: Sequence[Pairing], entrants: int) -> list[Pairing]:
    playing = {entrant for pairing in round_ for entrant in pairing}
    return [(entrant,) for entrant in range(entrants) if entrant not in playing]


def packed(pairings: Sequence[Pairing], seed: int) -> list[list[Pairing]]:
    """The pairings in rounds, by a seed, which need not be the fewest possible."""
    left = Random(seed).sample(pairings, len(pairings))  # noqa: S311
    made = []
    while left:
        round_ = _pack(left)
        made.append(round_)
        taken = set(round_)
        left = [pairing for pairing in left if pairing not in taken]
    return made


def _pack(left: Sequence[Pairing]) -> list[Pairing]:
    """Pairings without a common entrant: those whose entrants have most to play come first."""
    to_play = Counter(entrant for pairing in left for entrant in pairing)
    round_: list[Pairing] = []
    playing: set[int] = set()
    for pairing in sorted(left, key=lambda pairing: -sum(to_play[entrant] for entrant in pairing)):
        if playing.isdisjoint(pairing):
            round_.append(pairing)
            playing.update(pairing)
    return round_
