"""Boards as stand-alone SVG 1.1.

Colours are presentation attributes and every element has a `k-` class, so a page's CSS can
recolour a picture and a strict content policy has nothing to refuse. A game describes its board
in `State.paint` with the shapes of `Canvas`; how they look is decided here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from math import hypot
from typing import Final

from engine.state import State

# Fill and stroke of every class. The seats' colours stay apart for colour-blind eyes, and the
# stones of odd seats carry a second ring besides.
_LIGHT: Final = {
    "ground": ("#faf6ee", "none"),
    "board": ("#d9b381", "#8a6335"),
    "rim": ("none", "#edd2ab"),
    "pit-0": ("#b48650", "#0f5b99"),
    "pit-1": ("#b48650", "#a8431a"),
    "seed": ("#fff8e7", "#5d4220"),
    "square": ("#f3e8d2", "#b39a70"),
    "square-alt": ("#e8d8b8", "#b39a70"),
    "tint-0": ("#1767a8", "none"),
    "tint-1": ("#c9541f", "none"),
    "goal-0": ("none", "#1767a8"),
    "goal-1": ("none", "#c9541f"),
    "label": ("#6b6153", "none"),
    "label-0": ("#0f5b99", "none"),
    "label-1": ("#a8431a", "none"),
    "count": ("#2b2114", "none"),
    "delta": ("#4f3a1b", "none"),
    "seat-0": ("#1767a8", "#0c3f69"),
    "seat-1": ("#c9541f", "#7a300d"),
    "mark": ("#ffffff", "none"),
    "ring": ("none", "#ffffff"),
    "may": ("none", "#2b2114"),
    "last": ("none", "#2b2114"),
    "arrow": ("#2b2114", "#2b2114"),
    "die": ("#ffffff", "#2b2114"),
    "pip": ("#2b2114", "none"),
}
_DARK: Final = _LIGHT | {
    "ground": ("#1d1b18", "none"),
    "board": ("#5b432a", "#a88353"),
    "rim": ("none", "#755737"),
    "pit-0": ("#33251a", "#5aa9ee"),
    "pit-1": ("#33251a", "#f08a52"),
    "seed": ("#f0dfbd", "#241a0e"),
    "square": ("#3a342b", "#756852"),
    "square-alt": ("#474034", "#756852"),
    "tint-0": ("#5aa9ee", "none"),
    "tint-1": ("#f08a52", "none"),
    "goal-0": ("none", "#5aa9ee"),
    "goal-1": ("none", "#f08a52"),
    "label": ("#a79c8a", "none"),
    "label-0": ("#7fbef5", "none"),
    "label-1": ("#f6a57a", "none"),
    "count": ("#fff4dd", "none"),
    "delta": ("#e9cfa0", "none"),
    "seat-0": ("#1f74bb", "#a9d3f8"),
    "seat-1": ("#c9541f", "#ffc9ac"),
    "may": ("none", "#fff4dd"),
    "last": ("none", "#fff4dd"),
    "arrow": ("#fff4dd", "#fff4dd"),
    "die": ("#f4efe6", "#1d1b18"),
}
_FONT: Final = 'font-family="system-ui, DejaVu Sans, sans-serif" font-weight="600"'
# The places of a die's pips on a grid of three columns of three, by face.
_PIPS: Final = ("4", "26", "246", "0268", "02468", "012678")


class Canvas:
    """Collects the elements of one picture, in its own units."""

    def __init__(self, *, dark: bool, ids: str) -> None:
        self._colours = _DARK if dark else _LIGHT
        self._ids = ids
        self._size = (0.0, 0.0)
        self._body: list[str] = []

    def size(self, width: float, height: float) -> None:
        """Set the size of the picture and fill its ground."""
        self._size = (width, height)
        self.rect("ground", (0, 0, width, height), rounding=14)

    @contextmanager
    def group(self, name: str, identity: str, title: str = "") -> Iterator[None]:
        """Group what is drawn inside, under an id that stays the same from picture to picture."""
        self._body.append(f'<g class="k-{name}"{self._id(identity)}>')
        if title:
            self._body.append(f"<title>{escape(title)}</title>")
        yield
        self._body.append("</g>")

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
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rounding:g}"'
        self._shape("rect", kind, place, look)

    def circle(
        self,
        kind: str,
        centre: tuple[float, float],
        radius: float,
        *,
        identity: str = "",
        look: str = "",
    ) -> None:
        """Draw a circle, with an id of its own where `identity` is given."""
        place = f'cx="{centre[0]:.4g}" cy="{centre[1]:.4g}" r="{radius:.3g}"{self._id(identity)}'
        self._shape("circle", kind, place, look)

    def text(self, kind: str, centre: tuple[float, float], words: str, *, size: float = 24) -> None:
        """Write words centred on a point."""
        x, y = centre
        fill = self._colours[kind][0]
        self._body.append(
            f'<text class="k-{kind}" x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" '
            f'fill="{fill}" {_FONT} text-anchor="middle">{escape(words)}</text>'
        )

    def arrow(self, start: tuple[float, float], end: tuple[float, float]) -> None:
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
        self._shape("path", "arrow", shaft, 'stroke-width="5"')
        self._shape("path", "arrow", head, "")

    def grid(self, corner: tuple[float, float], cell: float, *, columns: str, rows: str) -> None:
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

    def stone(self, seat: int, centre: tuple[float, float], radius: float, label: str) -> None:
        """Draw a seat's stone with a label on it."""
        self.circle(f"seat-{seat}", centre, radius, look='stroke-width="2.5"')
        if seat % 2:
            self.circle("ring", centre, radius - 6, look='stroke-width="2"')
        self.text("mark", centre, label, size=radius * 1.1)

    def die(self, corner: tuple[float, float], size: float, *, face: int | None, seat: int) -> None:
        """Draw a seat's die; a face of None is a throw to come."""
        x, y = corner
        with self.group("throw", f"die-{seat}", f"Die: {face or 'to be thrown'}"):
            frame = (x - 6, y - 6, size + 12, size + 12)
            self.rect(f"seat-{seat}", frame, rounding=size / 5 + 4)
            self.rect("die", (x, y, size, size), rounding=size / 6)
            if face is None:
                self.text("pip", (x + size / 2, y + size / 2), "?", size=size * 0.6)
                return
            for place in _PIPS[face - 1]:
                column, row = divmod(int(place), 3)
                centre = (x + size * (0.25 + column / 4), y + size * (0.25 + row / 4))
                self.circle("pip", centre, size / 10)

    def finish(self, title: str, description: str) -> str:
        """Return the whole document."""
        width, height = self._size
        head = (
            '<svg xmlns="http://www.w3.org/2000/svg" version="1.1" class="k-picture" role="img" '
            f'viewBox="0 0 {width:g} {height:g}">'
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
        )
        return head + "".join(self._body) + "</svg>\n"

    def _id(self, identity: str) -> str:
        return f' id="{escape(self._ids)}-{identity}"' if identity else ""

    def _shape(self, tag: str, kind: str, place: str, look: str) -> None:
        fill, stroke = self._colours[kind]
        paint = f'fill="{fill}"' if stroke == "none" else f'fill="{fill}" stroke="{stroke}"'
        self._body.append(f'<{tag} class="k-{kind}" {place} {paint}{" " if look else ""}{look}/>')


def draw(state: State, *, dark: bool = False, ids: str = "k") -> str:
    """Return the board as SVG text, for a light or a dark page.

    `ids` begins every element id, so that several boards can share a page.
    """
    canvas = Canvas(dark=dark, ids=ids)
    state.paint(canvas)
    return canvas.finish(state.get_game().name, str(state))
