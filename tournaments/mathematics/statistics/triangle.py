"""A covariance kept small: the lower triangle of its table, row by row, in single precision.

A thousand entrants take 2 MB, and the error of one difference reads three cells. Single precision
keeps seven digits. A difference of two similar ratings keeps fewer, still far more than people
read of an error in Elo.
"""

import math
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy takes long to import, and reading a triangle does not need it
    from tournaments.mathematics.statistics.comparisons import Floats

_CELL = struct.Struct("<f")

CELL_BYTES = _CELL.size


def packed(table: "Floats") -> bytes:
    """The lower triangle of a symmetric table."""
    return b"".join(row[: number + 1].astype("<f4").tobytes() for number, row in enumerate(table))


def places(row: int, other: int) -> tuple[int, int, int]:
    """Where the cells begin that the difference of two entrants needs, by the numbers of rows."""
    return _place(row, row), _place(other, other), _place(max(row, other), min(row, other))


def difference_error(cells: Sequence[bytes]) -> float:
    """The standard error of the difference of two entrants, by the cells at their `places`."""
    own, other, both = (_CELL.unpack(cell)[0] for cell in cells)
    variance: float = own + other - 2 * both
    return math.sqrt(max(variance, 0.0))


def _place(row: int, column: int) -> int:
    return CELL_BYTES * (row * (row + 1) // 2 + column)
