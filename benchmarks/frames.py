"""How much more a call costs at the depth where frames need another piece of memory.

`python -m benchmarks.frames` calls an empty function from each of 300 depths, and prints the median
and the greatest cost: as Python does by itself, and within `agents.frames.with_room`.
"""

import statistics
import time

from agents.frames import with_room
from benchmarks.common import parser

DEPTHS = 300


def _nothing() -> None:
    """What is called."""


def _seconds(depth: int, calls: int) -> float:
    """What a call costs so far down."""
    if depth:
        return _seconds(depth - 1, calls)
    return _called(calls)


def _called(calls: int) -> float:
    call, began = _nothing, time.perf_counter()
    for _number in range(calls):
        call()
    return (time.perf_counter() - began) / calls


def costs(calls: int) -> list[float]:
    """The least cost of three at each depth, in seconds."""
    return [min(_seconds(depth, calls) for _try in range(3)) for depth in range(DEPTHS)]


def main() -> None:
    """Print a row for each way."""
    calls = parser(__doc__ or "", calls=3000).parse_args().calls
    print(f"{'':16}{'median':>8}{'most':>10}")
    for name, told in (("by itself", costs(calls)), ("with room", with_room(costs, calls))):
        middle, most = 1e9 * statistics.median(told), 1e9 * max(told)
        print(f"{name:16}{middle:5.0f} ns{most:7.0f} ns")


if __name__ == "__main__":
    main()
