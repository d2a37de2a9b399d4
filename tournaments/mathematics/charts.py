"""The geometry of small line charts, in the units of their viewBox."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

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
    place = _scale(low, high, height=height, margin=margin)
    joined, end = _joined(_thin(values, most), place, width=width, margin=margin)
    return Polyline(width, height, joined, end, place(values[0]), low, high, values[0], values[-1])


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
    place = _scale(low, high, height=height, margin=margin)
    joined, end = _joined(thinned, place, width=width, margin=margin)
    return Corridor(width, height, joined, end, place(upper), place(lower), place(0.0))


@dataclass(frozen=True)
class Interval:
    """Where an interval begins and ends, and where its value lies, in the units of the scale."""

    low: str
    value: str
    high: str


@dataclass(frozen=True)
class Intervals:
    """Intervals on one scale, which runs from `low` to `high` over a `width`, and its `ticks`."""

    width: int
    low: int
    high: int
    ticks: list[str]
    drawn: list[Interval]


STEP = 100
"""The scale of intervals begins and ends at a multiple of it."""

MOST_TICKS = 8
"""About so many ticks a scale has at the most."""


def intervals(given: Sequence[tuple[float, float, float]], *, width: int = 160) -> Intervals:
    """Intervals, each as its low end, its value and its high end, on a scale that holds all."""
    low = STEP * floor(min((one[0] for one in given), default=0) / STEP)
    high = STEP * ceil(max((one[2] for one in given), default=0) / STEP)
    high = max(high, low + STEP)
    apart = STEP * max(1, round((high - low) / STEP / MOST_TICKS))

    def place(value: float) -> str:
        return f"{width * (value - low) / (high - low):.1f}"

    ticks = [place(tick) for tick in range(low + apart, high, apart)]
    return Intervals(width, low, high, ticks, [Interval(*map(place, one)) for one in given])


def _scale(low: float, high: float, *, height: int, margin: int) -> Callable[[float], str]:
    """How far down a value lies; in the middle where all are equal."""

    def place(value: float) -> str:
        share = (value - low) / (high - low) if high > low else 0.5
        return f"{height - margin - share * (height - 2 * margin):.1f}"

    return place


def _joined(
    values: Sequence[float], place: Callable[[float], str], *, width: int, margin: int
) -> tuple[str, tuple[str, str]]:
    """The points of a polyline from left to right, and the last of them."""
    step = (width - 2 * margin) / max(1, len(values) - 1)
    points = [(f"{margin + step * index:.1f}", place(v)) for index, v in enumerate(values)]
    return " ".join(f"{x},{y}" for x, y in points), points[-1]


def _thin(values: Sequence[float], most: int = MOST_POINTS) -> list[float]:
    """At most so many of the values, the first and the last among them."""
    last = len(values) - 1
    count = min(len(values), most)
    return [values[round(index * last / (count - 1))] for index in range(count)]
