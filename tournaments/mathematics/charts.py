"""The geometry of small line charts, in the units of their viewBox."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_POINTS = 240
"""Points of a line, unless told otherwise; a longer history is thinned out evenly."""


@dataclass(frozen=True)
class Polyline:
    """A polyline inside a box of `width` by `height`, and the values that it runs between."""

    width: int
    height: int
    points: str
    end: tuple[str, str]
    base: str
    low: float
    high: float
    first: float
    last: float


def line(
    values: Sequence[float],
    *,
    width: int,
    height: int,
    margin: int,
    low: float | None = None,
    high: float | None = None,
    most: int = MOST_POINTS,
) -> Polyline | None:
    """The values from left to right, higher ones further up; None for fewer than two.

    `base` is the height of the first value, drawn as a guide. A flat line runs in the middle.
    `low` and `high` are the ends of the scale, if not those of the values.
    """
    if len(values) < 2:
        return None
    low = min(values) if low is None else low
    high = max(values) if high is None else high
    thinned = _thin(values, most)
    step = (width - 2 * margin) / (len(thinned) - 1)

    def place(value: float) -> str:
        share = (value - low) / (high - low) if high > low else 0.5
        return f"{height - margin - share * (height - 2 * margin):.1f}"

    points = [(f"{margin + step * index:.1f}", place(v)) for index, v in enumerate(thinned)]
    joined = " ".join(f"{x},{y}" for x, y in points)
    return Polyline(
        width, height, joined, points[-1], place(values[0]), low, high, values[0], values[-1]
    )


@dataclass(frozen=True)
class Corridor:
    """A polyline between two bounds: their heights `upper` and `lower`, and that of `zero`."""

    width: int
    height: int
    points: str
    end: tuple[str, str]
    upper: str
    lower: str
    zero: str


def corridor(
    values: Sequence[float], *, lower: float, upper: float, width: int, height: int, margin: int
) -> Corridor:
    """The values from left to right, after a 0, in a box that holds both bounds as well."""
    thinned = _thin([0.0, *values]) if values else [0.0]
    low, high = min(lower, *thinned), max(upper, *thinned)
    step = (width - 2 * margin) / max(1, len(thinned) - 1)

    def place(value: float) -> str:
        return f"{height - margin - (value - low) / (high - low) * (height - 2 * margin):.1f}"

    points = [(f"{margin + step * index:.1f}", place(v)) for index, v in enumerate(thinned)]
    joined = " ".join(f"{x},{y}" for x, y in points)
    return Corridor(width, height, joined, points[-1], place(upper), place(lower), place(0.0))


def _thin(values: Sequence[float], most: int = MOST_POINTS) -> list[float]:
    """At most so many of the values, the first and the last among them."""
    last = len(values) - 1
    count = min(len(values), most)
    return [values[round(index * last / (count - 1))] for index in range(count)]
