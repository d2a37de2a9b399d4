"""The board: 24 points, the lines between neighbours, and the 16 mills."""

from typing import Final

POINTS: Final = (
    *("a1", "d1", "g1", "b2", "d2", "f2", "c3", "d3", "e3"),
    *("a4", "b4", "c4", "e4", "f4", "g4"),
    *("c5", "d5", "e5", "b6", "d6", "f6", "a7", "d7", "g7"),
)
"""The points by number, row by row from below."""

MILLS: Final = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14)),
    *((15, 16, 17), (18, 19, 20), (21, 22, 23)),
    *((0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22)),
    *((8, 12, 17), (5, 13, 20), (2, 14, 23)),
)
"""Three points of a line each, in its order."""

NEIGHBOURS: Final = tuple(
    sorted(
        {other for a, b, c in MILLS for one, other in ((a, b), (b, a), (b, c), (c, b)) if one == at}
    )
    for at in range(24)
)
"""By point, those that a line joins with it."""

MILLS_AT: Final = tuple(
    tuple(tuple(set(mill) - {at}) for mill in MILLS if at in mill) for at in range(24)
)
"""By point, the other two points of each of its two mills."""
