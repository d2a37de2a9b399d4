"""The board of Ashte Kashte: squares, paths, notation. Rules: docs/33-ashte-kashte.md.

A square's number is its place on south's path: 0 (d1) to 48 (d4). An index is a place on the path
of the seat in question. Sides are 0 south, 1 east, 2 north, 3 west. Sets of squares and of indexes
are numbers with a bit for each member.
"""

from typing import Final

from engine.machine import i64, vec
from engine.values import pack_sorted

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
# By side and index: a bit for the square that a piece there stands on, 0 off the board and home.
STANDS: Final = vec[i64](
    [2**square if 0 < i < GOAL else 0 for path in PATHS for i, square in enumerate(path)]
)
# By how many sides further to the right another seat sits, and by one's own index: the index that
# the same square has on the other's path.
ACROSS: Final = vec[i64]([places[square] for places in PLACES for square in PATHS[0]])
# The set of the start squares, whose indexes are the same on every path.
CROSSES: Final[i64] = 0b1000001000001000001
# By steps: the indexes from which they do not lead beyond the goal.
INSIDE: Final = vec[i64]([2 ** (GOAL + 1 - steps) - 1 for steps in range(9)])
# A seat's four pieces are the bytes of one number: the lowest bit of each, the highest of each,
# and all four home.
_EACH: Final[i64] = 0x01010101
_HIGH: Final[i64] = 0x80808080
ALL_HOME: Final[i64] = GOAL * _EACH
# By steps and action.
TEXTS: Final[list[list[str]]] = [
    [_text(steps, action) if steps in STEPS else "" for action in range(PASS + 1)]
    for steps in range(9)
]
NOTATION: Final[frozenset[str]] = frozenset(
    [text for texts in TEXTS for text in texts if text] + [f"r{steps}" for steps in STEPS]
)


def seen(squares: i64, side: i64) -> i64:
    """Return the indexes that a set of squares has on a side's path: each ring is turned."""
    outer, middle, inner = squares & 0xFFFFFF, squares >> 24 & 0xFFFF, squares >> 40
    outer = (outer >> 6 * side | outer << 24 - 6 * side) & 0xFFFFFF
    middle = (middle >> 4 * side | middle << 16 - 4 * side) & 0xFFFF
    inner = (inner >> 2 * side | inner << 8 - 2 * side) & 0xFF
    return outer | middle << 24 | inner << 40


def before(indexes: i64, steps: i64) -> i64:
    """Return the indexes from which at most so many steps lead to one of these."""
    sources = indexes >> 1
    reach: i64 = 1
    while 2 * reach <= steps:
        sources |= sources >> reach
        reach *= 2
    return sources | sources >> steps - reach


def standing(pieces: i64, index: i64) -> i64:
    """Return the highest bit of each byte of a seat's pieces that is this index.

    Indexes have six bits: taken from 128, only a difference of none leaves the highest bit.
    """
    return _HIGH - (pieces ^ index * _EACH) & _HIGH


def alike(pieces: i64) -> i64:
    """Return one number for all orders of a seat's four pieces."""
    return pack_sorted(pieces & 63, pieces >> 8 & 63, pieces >> 16 & 63, pieces >> 24)
