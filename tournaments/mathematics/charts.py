"""The geometry of small line charts, in the units of their viewBox."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from agents.words import speech

MOST_POINTS = 240
"""The most points of a line by default; a longer history is thinned out evenly."""


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
    place = _axis(low, high, height - margin, margin)
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
    place = _axis(low, high, height - margin, margin)
    joined, end = _joined(thinned, place, width=width, margin=margin)
    return Corridor(width, height, joined, end, place(upper), place(lower), place(0.0))


@dataclass(frozen=True)
class Tick:
    """A mark on an axis, with its label."""

    at: str
    label: str


@dataclass(frozen=True)
class PlottedVersion:
    """The line of a version: where it begins, and its points."""

    number: int
    begins: str
    points: str


@dataclass(frozen=True)
class Band:
    """A rectangle from the beginning of the last line to the right end."""

    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True)
class RatingPlot:
    """The course of a bot's rating, version after version, over its games, with both axes."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    lines: list[PlottedVersion]
    band: Band | None
    values: list[Tick]
    games: list[Tick]
    first: float
    last: float
    low: float
    high: float


Course = tuple[int, int, Sequence[float]]
"""The number of a version, its games, and its rating from its start on, evenly over the games."""

_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


def rating_plot(
    courses: Sequence[Course], *, band: tuple[float, float] | None, width: int, height: int
) -> RatingPlot | None:
    """The courses, the oldest version first, and a band of the last, on axes of round figures.

    None for fewer than two points.
    """
    values = [value for _number, _games, course in courses for value in course]
    total = sum(games for _number, games, _course in courses)
    if len(values) < 2 or not total:
        return None
    left, right, top, bottom = 46, width - 10, 18, height - 24
    held = [*values, *(band or ())]
    ticks = _round_ticks(min(held), max(held), most=5)
    low, high = min(ticks[0], *held), max(ticks[-1], *held)
    x, y = _axis(0, total, left, right), _axis(low, high, bottom, top)
    lines, begun = [], 0
    for number, games, course in courses:
        step = games / max(1, len(course) - 1)
        points = [f"{x(begun + step * index)},{y(value)}" for index, value in enumerate(course)]
        lines.append(PlottedVersion(number, x(begun), " ".join(points)))
        begun += games
    return RatingPlot(
        width, height, left, right, top, bottom,
        lines=lines,
        band=_band(band, x(total - courses[-1][1]), right, y) if band else None,
        values=[Tick(y(tick), speech.number(tick)) for tick in ticks],
        games=[Tick(x(tick), speech.number(tick)) for tick in _round_ticks(0, total, most=4)],
        first=values[0], last=values[-1], low=min(values), high=max(values),
    )  # fmt: skip


def _band(band: tuple[float, float], begins: str, right: int, y: Callable[[float], str]) -> Band:
    upper, lower = y(band[1]), y(band[0])
    return Band(begins, upper, f"{right - float(begins):.1f}", f"{float(lower) - float(upper):.1f}")


def _round_ticks(low: float, high: float, *, most: int) -> list[int]:
    """Round figures between two values, in at most `most` steps."""
    least = (high - low) / most
    step = next((size for size in _STEPS if size >= least), 0)
    step = step or 10 ** ceil(log10(least))
    return list(range(step * ceil(low / step), step * floor(high / step) + 1, step)) or [round(low)]


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
"""About the most ticks that a scale has."""


def intervals(rows: Sequence[tuple[float, float, float]], *, width: int = 160) -> Intervals:
    """Intervals, each given by its low end, value and high end, on a common scale."""
    low = STEP * floor(min((row[0] for row in rows), default=0) / STEP)
    high = STEP * ceil(max((row[2] for row in rows), default=0) / STEP)
    high = max(high, low + STEP)
    apart = STEP * max(1, round((high - low) / STEP / MOST_TICKS))
    place = _axis(low, high, 0, width)
    ticks = [place(tick) for tick in range(low + apart, high, apart)]
    return Intervals(width, low, high, ticks, [Interval(*map(place, row)) for row in rows])


def _axis(low: float, high: float, start: int, end: int) -> Callable[[float], str]:
    """A function from a value to its place between two ends; the middle if all are equal."""

    def place(value: float) -> str:
        share = (value - low) / (high - low) if high > low else 0.5
        return f"{start + share * (end - start):.1f}"

    return place


def _joined(
    values: Sequence[float], place: Callable[[float], str], *, width: int, margin: int
) -> tuple[str, tuple[str, str]]:
    """The points of a polyline from left to right, and the last of them."""
    step = (width - 2 * margin) / max(1, len(values) - 1)
    points = [(f"{margin + step * index:.1f}", place(v)) for index, v in enumerate(values)]
    return " ".join(f"{x},{y}" for x, y in points), points[-1]


def _thin(values: Sequence[float], most: int = MOST_POINTS) -> list[float]:
    """At most `most` of the values, including the first and the last."""
    last = len(values) - 1
    count = min(len(values), most)
    return [values[round(index * last / (count - 1))] for index in range(count)]
