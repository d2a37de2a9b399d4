"""The board of Ashte Kashte: squares, paths, notation. Rules: docs/33-ashte-kashte.md.

A square's number is its place on south's path: 0 (d1) to 48 (d4). An index is a place on the path
of the seat in question. Sides are 0 south, 1 east, 2 north, 3 west.
"""

from typing import Final

GOAL: Final = 48
PASS: Final = 96
# What four two-sided dice let a piece walk, by the number of marks that they show.
STEPS: Final = [8, 1, 2, 3, 4]
SIDES: Final = {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}
# Each ring's squares: its first place on the path, its length, its distance from the edge.
RINGS: Final = ((0, 24, 0), (24, 16, 1), (40, 8, 2))
STARTS: Final = (0, 6, 12, 18)
# The last place of each ring, where the path steps inwards.
TURNS: Final = (23, 39, 47)


def _ring(inset: int) -> list[str]:
    """Return the squares of a ring counter-clockwise, from the middle of its southern edge."""
    low, high = inset, 6 - inset
    south = [(column, low) for column in range(3, high)]
    east = [(high, row) for row in range(low, high)]
    north = [(column, high) for column in range(high, low, -1)]
    west = [(low, row) for row in range(high, low, -1)]
    last = [(column, low) for column in range(low, 3)]
    return [f"{'abcdefg'[x]}{y + 1}" for x, y in south + east + north + west + last]


def _walk(side: int) -> list[int]:
    """Return the squares of a side's path, by index."""
    path = []
    for first, length, _ in RINGS:
        path += [first + (place + side * length // 4) % length for place in range(length)]
    return [*path, GOAL]


def _targets(path: list[int], steps: int) -> list[int]:
    """Return by index the square that many steps on, -1 beyond the goal."""
    if steps not in STEPS:
        return []
    return [path[index + steps] if index + steps <= GOAL else -1 for index in range(GOAL + 1)]


def _passed(path: list[int], steps: int) -> list[int]:
    """Return by index a number with a bit for each square that the steps pass over."""
    if steps not in STEPS:
        return []
    return [
        sum([1 << square for square in path[index + 1 : index + steps]])
        for index in range(GOAL + 1)
    ]


def _text(steps: int, action: int) -> str:
    """Return the notation of an action after a throw, "" where no piece can take it."""
    if action == PASS:
        return "pass"
    index = action % GOAL
    if index + steps > GOAL or (index == 0 and action):
        return ""
    if action > GOAL and (index in STARTS or index + steps in STARTS):
        return ""
    return f"{index or 'in'}{'d' if action > GOAL else ''}+{steps}"


SQUARES: Final[list[str]] = [*_ring(0), *_ring(1), *_ring(2), "d4"]
# By side and index: the square. By side and square: the index.
PATHS: Final[list[list[int]]] = [_walk(side) for side in range(4)]
PLACES: Final[list[list[int]]] = [
    [path.index(square) for square in range(GOAL + 1)] for path in PATHS
]
# By side, steps and index.
TARGETS: Final[list[list[list[int]]]] = [
    [_targets(path, steps) for steps in range(9)] for path in PATHS
]
PASSED: Final[list[list[list[int]]]] = [
    [_passed(path, steps) for steps in range(9)] for path in PATHS
]
PROTECTED: Final[list[int]] = [int(square in STARTS) for square in range(GOAL + 1)]
# By square or index. A table, for mypyc 2.4.1 turns shifts of a literal into 32-bit ones.
BITS: Final[list[int]] = [2**place for place in range(GOAL + 1)]
# By steps and action.
TEXTS: Final[list[list[str]]] = [
    [_text(steps, action) if steps in STEPS else "" for action in range(PASS + 1)]
    for steps in range(9)
]
NOTATION: Final[frozenset[str]] = frozenset(
    [text for texts in TEXTS for text in texts if text] + [f"r{steps}" for steps in STEPS]
)
