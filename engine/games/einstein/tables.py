"""What EinStein's positions look up: squares, arrangements, and which stones may take which steps.

Squares, stones, actions and outcomes are numbered as in `engine.games.einstein.rules`.
"""

from itertools import permutations
from typing import Final

from engine.machine import i64, vec
from engine.values import pack

MOVES: Final = 18
BOTH: Final = 3
HOMES: Final = ((0, 1, 2, 5, 6, 10), (24, 23, 22, 19, 18, 14))
HOME: Final = vec[i64](HOMES[0] + HOMES[1])
NOWHERE: Final = vec[i64]([-1 for _ in range(25)])
CORNERS: Final = (24, 0)
SQUARES: Final = [f"{'abcde'[square % 5]}{5 - square // 5}" for square in range(25)]
ARRANGEMENTS: Final = ["s" + "".join(digits) for digits in permutations("123456")]
# By arrangement and stone, which of its homes the stone stands on.
ORDERS: Final = vec[i64]([text.index(stone) - 1 for text in ARRANGEMENTS for stone in "123456"])
FACES: Final = list(range(6))
SETUPS: Final = list(range(MOVES, MOVES + 720))
FACE_CHANCES: Final = [(face, 1 / 6) for face in FACES]
SETUP_CHANCES: Final = [(setup, 1 / 720) for setup in SETUPS]


# The steps sideways, up or down and diagonally: seat 0's, then seat 1's.
STEPS: Final = vec[i64]([1, 5, 6, -1, -5, -6])


def _freedom(seat: int, square: int) -> int:
    """Return 0 where a stone may take all three steps, 1 only sideways, 2 only up or down."""
    column, row = square % 5, square // 5
    if row == (0 if seat else 4):
        return 1
    return 2 if column == (0 if seat else 4) else 0


def _movers(mask: int, face: int) -> list[int]:
    """Return the stones that may move; `mask` has a bit for each stone there is."""
    if mask >> face & 1 or mask & (mask - 1) == 0:
        return [face] if mask >> face & 1 else [mask.bit_length() - 1]
    smaller = [stone for stone in range(face) if mask >> stone & 1]
    larger = [stone for stone in range(face + 1, 6) if mask >> stone & 1]
    return smaller[-1:] + larger[:1]


def steps_of(stone: int, freedom: int) -> list[int]:
    """Return the ids of a stone's moves."""
    return [stone * 3 + way for way in ((0, 1, 2), (0,), (1,))[freedom]]


# By seat and square.
FREEDOM: Final = vec[i64]([_freedom(seat, square) for seat in (0, 1) for square in range(25)])
# By mask and face: the smaller and the larger stone that may move, the same where it is one.
MOVERS: Final = [_movers(mask, face) if mask else [0] for mask in range(64) for face in range(6)]
SMALLER: Final = vec[i64]([stones[0] for stones in MOVERS])
LARGER: Final = vec[i64]([stones[-1] for stones in MOVERS])
# By the smaller stone, its freedom, the larger stone and its freedom.
LEGAL: Final = [
    steps_of(small, free) + (steps_of(large, wide) if small != large else [])
    for small in range(6)
    for free in range(3)
    for large in range(6)
    for wide in range(3)
]
MASKS: Final = vec[i64]([sum(1 << action for action in actions) for actions in LEGAL])
PACKED: Final = vec[i64]([pack(actions, 5) for actions in LEGAL])
