"""A covariance kept small: the lower triangle of its table, row by row, in single precision.

A thousand entrants take 2 MB, and the error of one difference reads three cells. Single precision
keeps seven digits. A difference of two similar ratings keeps fewer, still far more than people
read of an error in Elo.
"""

import math
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy takes long to import, and who reads a triangle needs none of it
    from tournaments.mathematics.statistics.comparisons import Floats

_CELL = struct.Struct("<f")


def packed(table: "Floats") -> bytes:
    """The lower triangle of a symmetric table."""
    return b"".join(row[: number + 1].astype("<f4").tobytes() for number, row in enumerate(table))


def difference_error(triangle: bytes, one: int, other: int) -> float:
    """The standard error of the difference of two entrants, by the numbers of their rows."""
    both = _cell(triangle, max(one, other), min(one, other))
    variance = _cell(triangle, one, one) + _cell(triangle, other, other) - 2 * both
    return math.sqrt(max(variance, 0.0))


def _cell(triangle: bytes, row: int, column: int) -> float:
    value: float
    (value,) = _CELL.unpack_from(triangle, _CELL.size * (row * (row + 1) // 2 + column))
    return value
