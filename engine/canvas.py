"""The shapes that pictures of boards are made of, as SVG 1.1, and their colours.

Colours are presentation attributes and every element has a `k-` class, so a page's CSS can
recolour a picture and a strict content policy has nothing to refuse. A game's module `picture`
describes its board with the shapes of `Canvas`; how they look is decided here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from math import hypot
from typing import Any, Final, NamedTuple

from engine.sentences import capitalised, say

# Of every class, fill and stroke on a light page, then on a dark one where they differ. The seats'
# colours stay apart for colour-blind eyes, and the stones of odd seats carry a second ring besides.
_COLOURS: Final[dict[str, tuple[str, ...]]] = {
    "ground": ("#faf6ee", "none", "#1d1b18", "none"),
    "board": ("#d9b381", "#8a6335", "#5b432a", "#a88353"),
    "rim": ("none", "#edd2ab", "none", "#755737"),
    "pit-0": ("#b48650", "#0f5b99", "#33251a", "#5aa9ee"),
    "pit-1": ("#b48650", "#a8431a", "#33251a", "#f08a52"),
    "seed": ("#fff8e7", "#5d4220", "#f0dfbd", "#241a0e"),
    "square": ("#f3e8d2", "#b39a70", "#3a342b", "#756852"),
    "square-alt": ("#e8d8b8", "#b39a70", "#474034", "#756852"),
    "cross": ("none", "#a08a62", "none", "#8b7c62"),
    "label": ("#6b6153", "none", "#a79c8a", "none"),
    "label-0": ("#0f5b99", "none", "#7fbef5", "none"),
    "label-1": ("#a8431a", "none", "#f6a57a", "none"),
    "label-2": ("#0d6047", "none", "#7ee0bf", "none"),
    "label-3": ("#84316f", "none", "#eaaedd", "none"),
    "label-4": ("#6d5300", "none", "#e8c65a", "none"),
    "label-5": ("#45525e", "none", "#b9c6d2", "none"),
    "count": ("#2b2114", "none", "#fff4dd", "none"),
    "delta": ("#4f3a1b", "none", "#e9cfa0", "none"),
    "seat-0": ("#1767a8", "#0c3f69", "#1f74bb", "#a9d3f8"),
    "seat-1": ("#c9541f", "#7a300d", "#c9541f", "#ffc9ac"),
    "seat-2": ("#137a5b", "#07422f", "#1b8a69", "#a5ecd2"),
    "seat-3": ("#9a3f86", "#571f4a", "#a54e92", "#f3c4e8"),
    "seat-4": ("#8a6a00", "#4a3900", "#957405", "#f6dd8f"),
    "seat-5": ("#55636f", "#2a323a", "#5f6e7b", "#d5dfe8"),
    "mark": ("#ffffff", "none"),
    "ring": ("none", "#ffffff"),
    "may": ("none", "#2b2114", "none", "#fff4dd"),
    "last": ("none", "#2b2114", "none", "#fff4dd"),
    "arrow": ("#2b2114", "#2b2114", "#fff4dd", "#fff4dd"),
    "die": ("#ffffff", "#2b2114", "#f4efe6", "#1d1b18"),
    "pip": ("#2b2114", "none"),
    "red": ("#cf3a24", "#7c1d10", "#d5452e", "#ffc2b3"),
    "red-soft": ("#f4c3b6", "#a8402a", "#5c2a20", "#d8745c"),
    "blue": ("#1c6ab0", "#0c3f69", "#2678c2", "#b5d9f8"),
    "blue-soft": ("#bcd8f1", "#2f6fa8", "#1f4263", "#5c9bd4"),
    "yellow": ("#f2c12e", "#7a5a00", "#f2c12e", "#fff1c2"),
    "yellow-soft": ("#fae9ae", "#94720f", "#5b4b18", "#d1a93a"),
    "green": ("#0c8062", "#064534", "#118a6a", "#a9ecd6"),
    "green-soft": ("#b4e2d1", "#25795f", "#174d3e", "#4fb596"),
    "mark-dark": ("#2b2114", "none"),
    "trail": ("none", "#2b2114", "none", "#fff4dd"),
    "line": ("none", "#7c5a30", "none", "#b08a58"),
    "point": ("#7c5a30", "none", "#b08a58", "none"),
    "white": ("#fffdf6", "#4d4536"),
    "turquoise": ("#35c4bb", "#07544f"),
    "black": ("#2a2a2f", "#050506", "#2a2a2f", "#d8d0c0"),
    "on-white": ("#3b3428", "none"),
    "on-turquoise": ("#06332f", "none"),
    "on-black": ("#f6f2e8", "none"),
    "on-red": ("#fff1ee", "none"),
}
# By seat, its colour on a light and on a dark page.
_SEATS: Final = (
    ("#1767a8", "#5aa9ee"),
    ("#c9541f", "#f08a52"),
    ("#137a5b", "#45c79d"),
    ("#9a3f86", "#dd8acb"),
    ("#8a6a00", "#dfb63c"),
    ("#55636f", "#a3b3c1"),
)
for _seat, (_light, _dark) in enumerate(_SEATS):
    _COLOURS[f"tint-{_seat}"] = (_light, "none", _dark, "none")
    _COLOURS[f"goal-{_seat}"] = _COLOURS[f"way-{_seat}"] = ("none", _light, "none", _dark)
    _COLOURS[f"arrow-{_seat}"] = (_light, _light, _dark, _dark)
_SEAT_NAMES: Final = ("blue", "orange", "green", "purple", "gold", "grey")
_NAMES: Final = {f"seat-{seat}": name for seat, name in enumerate(_SEAT_NAMES)}
_FONT: Final = 'font-family="system-ui, DejaVu Sans, sans-serif" font-weight="600"'
# The places of a die's pips on a grid of three columns of three, by face.
_PIPS: Final = ("4", "26", "246", "0268", "02468", "012678")


Point = tuple[float, float]
Draw = Callable[..., None]
"""A function that draws on a canvas, its first argument, by the values of the others."""


def along(start: Point, end: Point, share: float) -> Point:
    """Return the point that lies this share of the way from one to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


class SeatLook(NamedTuple):
    """How a seat looks: the kinds of its colours in pictures, and where it sits at the board.

    `place` is "below" or "above", with "-left" or "-right" where more than two sit at the board.
    """

    kinds: tuple[str, ...]
    place: str

    @property
    def colour(self) -> str:
        """The name of its colour, or of both: blue; red and yellow."""
        return " and ".join(_NAMES.get(kind, kind) for kind in self.kinds)


class Count(NamedTuple):
    """What pictures count of a seat: `tally`, which people want to read, and its `men`.

    `men` are the pieces or seeds on the board that others can take from it.
    """

    tally: int
    men: int


def colours(kind: str) -> tuple[str, str, str, str]:
    """Return the fill and the stroke of a kind of shape on a light page, then on a dark one."""
    paints = _COLOURS[kind]
    return paints[0], paints[1], paints[-2], paints[-1]


class Canvas:
    """Collects the elements of one picture, in its own units.

    `say` writes the title of a thing from its English template and values; see `engine.sentences`.
    """

    def __init__(self, *, dark: bool, ids: str, translate: Callable[..., str] = say) -> None:
        self.say = translate
        self._dark = dark
        self._ids = ids
        self._size = (0.0, 0.0)
        self._origin = (0.0, 0.0)
        self._body: list[str] = []

    def size(self, width: float, height: float) -> None:
        """Set the size of the picture and fill its ground."""
        self._size = (width, height)
        self.rect("ground", (0, 0, width, height), rounding=14)

    @contextmanager
    def group(self, name: str, identity: str, title: str) -> Iterator[None]:
        """Group what is drawn inside, under an id that stays the same from picture to picture."""
        self._open(name, identity, title)
        yield
        self._body.append("</g>")

    def thing(
        self, name: str, identity: str, title: str, at: Point, draw: Draw, *look: Any
    ) -> None:
        """Draw a thing that may move, under an id, at its place: `draw(canvas, *look)`.

        `draw` draws around (0, 0), and things that look alike are drawn alike.
        """
        self._open(name, identity, title)
        self._origin = -at[0], -at[1]
        draw(self, *look)
        self._origin = 0.0, 0.0
        self._body.append("</g>")

    def _open(self, name: str, identity: str, title: str) -> None:
        self._body.append(f'<g class="k-{name}"{self._id(identity)}>')
        self._body.append(f"<title>{escape(capitalised(title))}</title>")

    def walk(self, path: list[Point], steps: dict[str, int]) -> None:
        """Tell by which points the last action led: which ids followed them, and how many."""

    def rect(
        self,
        kind: str,
        box: tuple[float, float, float, float],
        *,
        rounding: float = 0,
        look: str = "",
    ) -> None:
        """Draw a rectangle: (x, y, width, height). `look` holds further attributes."""
        x, y, width, height = box
        x, y = x - self._origin[0], y - self._origin[1]
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rounding:g}"'
        self._shape("rect", kind, place, look)

    def circle(
        self,
        kind: str,
        centre: Point,
        radius: float,
        *,
        identity: str = "",
        look: str = "",
    ) -> None:
        """Draw a circle, with an id of its own where `identity` is given."""
        x, y = centre[0] - self._origin[0], centre[1] - self._origin[1]
        place = f'cx="{x:.4g}" cy="{y:.4g}" r="{radius:.3g}"{self._id(identity)}'
        self._shape("circle", kind, place, look)

    def text(self, kind: str, centre: Point, words: str, *, size: float = 24) -> None:
        """Write words centred on a point."""
        x, y = centre[0] - self._origin[0], centre[1] - self._origin[1]
        fill, _stroke = self._paint(kind)
        self._body.append(
            f'<text class="k-{kind}" x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" '
            f'fill="{fill}" {_FONT} text-anchor="middle">{escape(words)}</text>'
        )

    def line(self, kind: str, points: list[Point], *, look: str = "") -> None:
        """Draw a line through points."""
        self._path(kind, points, "", look)

    def polygon(self, kind: str, points: list[Point], *, look: str = "") -> None:
        """Fill what lies between points."""
        self._path(kind, points, "Z", look)

    def arrow(self, start: Point, end: Point, *, kind: str = "arrow") -> None:
        """Draw an arrow that ends at a point."""
        (x, y), (to_x, to_y) = start, end
        length = hypot(to_x - x, to_y - y)
        right, down = (to_x - x) / length, (to_y - y) / length
        neck_x, neck_y = to_x - 15 * right, to_y - 15 * down
        wide_x, wide_y = 9 * down, 9 * right
        shaft = f'd="M{x:g} {y:g}L{neck_x:g} {neck_y:g}"'
        head = (
            f'd="M{to_x:g} {to_y:g}L{neck_x - wide_x:g} {neck_y + wide_y:g}'
            f'L{neck_x + wide_x:g} {neck_y - wide_y:g}Z"'
        )
        self._shape("path", kind, shaft, 'stroke-width="5"')
        self._shape("path", kind, head, "")

    def grid(self, corner: Point, cell: float, *, columns: str, rows: str) -> None:
        """Draw squares from their top left corner, named at the left and below."""
        x, y = corner
        for row, rank in enumerate(rows):
            self.text("label", (x / 2, y + cell * (row + 0.5)), rank, size=26)
            for column in range(len(columns)):
                kind = "square-alt" if (row + column) % 2 else "square"
                self.rect(kind, (x + cell * column, y + cell * row, cell, cell))
        for column, file in enumerate(columns):
            place = (x + cell * (column + 0.5), y + cell * len(rows) + 26)
            self.text("label", place, file, size=26)

    def stone(self, seat: int, centre: Point, radius: float, label: str) -> None:
        """Draw a seat's stone with a label on it."""
        self.circle(f"seat-{seat}", centre, radius, look='stroke-width="2.5"')
        if seat % 2:
            self.circle("ring", centre, radius - 6, look='stroke-width="2"')
        self.text("mark", centre, label, size=radius * 1.1)

    def die(self, size: float, face: int | None, frame: str) -> None:
        """Draw a die from its top left corner, in a frame of a kind; None is a throw to come."""
        self.rect(frame, (-6, -6, size + 12, size + 12), rounding=size / 5 + 4)
        self.rect("die", (0, 0, size, size), rounding=size / 6)
        if face is None:
            self.text("pip", (size / 2, size / 2), "?", size=size * 0.6)
            return
        for place in _PIPS[face - 1]:
            column, row = divmod(int(place), 3)
            self.circle("pip", (size * (0.25 + column / 4), size * (0.25 + row / 4)), size / 10)

    def die_title(self, face: int | None) -> str:
        """Return the title of a die; None is a throw to come."""
        return self.say("Die: {face}", face=face) if face else self.say("Die: to be thrown")

    def finish(self, title: str, description: str) -> str:
        """Return the whole document."""
        width, height = self._size
        across = " k-across" if width > 1.25 * height else ""
        head = (
            '<svg xmlns="http://www.w3.org/2000/svg" version="1.1" '
            f'class="k-picture{across}" role="img" '
            f'viewBox="0 0 {width:g} {height:g}">'
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
        )
        return head + "".join(self._body) + "</svg>\n"

    def _paint(self, kind: str) -> tuple[str, ...]:
        return _COLOURS[kind][-2:] if self._dark else _COLOURS[kind][:2]

    def _id(self, identity: str) -> str:
        return f' id="{escape(self._ids)}-{identity}"' if identity else ""

    def _path(self, kind: str, points: list[Point], closing: str, look: str) -> None:
        left, top = self._origin
        corners = "L".join([f"{x - left:.4g} {y - top:.4g}" for x, y in points])
        self._shape("path", kind, f'd="M{corners}{closing}" stroke-linejoin="round"', look)

    def _shape(self, tag: str, kind: str, place: str, look: str) -> None:
        fill, stroke = self._paint(kind)
        paint = f'fill="{fill}"' if stroke == "none" else f'fill="{fill}" stroke="{stroke}"'
        self._body.append(f'<{tag} class="k-{kind}" {place} {paint}{" " if look else ""}{look}/>')
