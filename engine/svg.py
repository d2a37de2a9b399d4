"""Boards as stand-alone SVG 1.1.

Colours are presentation attributes and every element has a `k-` class, so a page's CSS can
recolour a picture and a strict content policy has nothing to refuse. A game describes its board
in `State.paint` with the shapes of `Canvas`; how they look is decided here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from engine.core import State

# Fill and stroke of every class, light and dark. Seat colours keep apart for colour-blind eyes,
# and pieces of odd seats carry a second ring besides.
_LIGHT: Final = {
    "ground": ("#faf6ee", "none"),
    "board": ("#d8b07a", "#8a6335"),
    "pit": ("#b98a52", "#8a6335"),
    "seed": ("#fff8e7", "#5d4220"),
    "square": ("#efe2c8", "#a98a5c"),
    "square-alt": ("#e4d2af", "#a98a5c"),
    "goal": ("none", "#6b4e24"),
    "label": ("#5c5347", "none"),
    "count": ("#2b2114", "none"),
    "seat-0": ("#1767a8", "#0c3f69"),
    "seat-1": ("#d9622b", "#84350f"),
    "seat-2": ("#23865f", "#0f4a33"),
    "seat-3": ("#8a4fa3", "#4e2560"),
    "mark": ("#ffffff", "none"),
    "ring": ("none", "#ffffff"),
    "last": ("none", "#1f1a12"),
    "arrow": ("#1f1a12", "#1f1a12"),
    "die": ("#ffffff", "#2b2114"),
    "pip": ("#2b2114", "none"),
}
_DARK: Final = _LIGHT | {
    "ground": ("#1d1b18", "none"),
    "board": ("#5b432a", "#a88353"),
    "pit": ("#38291a", "#a88353"),
    "seed": ("#f0dfbd", "#241a0e"),
    "square": ("#3a342b", "#6f6350"),
    "square-alt": ("#463f33", "#6f6350"),
    "goal": ("none", "#d9c49c"),
    "label": ("#c9bfae", "none"),
    "count": ("#fff4dd", "none"),
    "seat-0": ("#3f93dd", "#b9dcfa"),
    "seat-1": ("#e9793f", "#ffd9c4"),
    "seat-2": ("#3fae83", "#c2f0de"),
    "seat-3": ("#b57fd0", "#eed7f8"),
    "last": ("none", "#fff4dd"),
    "arrow": ("#fff4dd", "#fff4dd"),
    "die": ("#f4efe6", "#fff4dd"),
}
_PIPS: Final = ("4", "28", "248", "0268", "02468", "023568")


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
        self.rect("ground", 0, 0, width, height, rounding=12)

    @contextmanager
    def group(self, name: str, identity: str, title: str = "") -> Iterator[None]:
        """Group what is drawn inside, under an id that stays the same from picture to picture."""
        self._body.append(f'<g class="k-{name}" id={quoteattr(f"{self._ids}-{identity}")}>')
        if title:
            self._body.append(f"<title>{escape(title)}</title>")
        yield
        self._body.append("</g>")

    def rect(
        self, kind: str, x: float, y: float, width: float, height: float, *, rounding: float = 0
    ) -> None:
        """Draw a rectangle from its top left corner."""
        box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rounding:g}"'
        self._shape("rect", kind, box)

    def circle(self, kind: str, x: float, y: float, radius: float, *, width: float = 1.5) -> None:
        """Draw a circle with a stroke of this width."""
        self._shape("circle", kind, f'cx="{x:g}" cy="{y:g}" r="{radius:g}"', width)

    def text(self, kind: str, x: float, y: float, words: str, *, size: float = 20) -> None:
        """Write words centred on a point."""
        fill = self._colours[kind][0]
        self._body.append(
            f'<text class="k-{kind}" x="{x:g}" y="{y + size * 0.35:g}" font-size="{size:g}" '
            f'fill="{fill}" font-family="system-ui, DejaVu Sans, sans-serif" font-weight="600" '
            f'text-anchor="middle">{escape(words)}</text>'
        )

    def arrow(self, kind: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw an arrow that ends at a point."""
        (x, y), (to_x, to_y) = start, end
        length = hypot(to_x - x, to_y - y)
        right, down = (to_x - x) / length, (to_y - y) / length
        neck_x, neck_y = to_x - 14 * right, to_y - 14 * down
        self._shape("path", kind, f'd="M{x:g} {y:g}L{neck_x:g} {neck_y:g}"', 4)
        wings = (
            f'd="M{to_x:g} {to_y:g}L{neck_x - 8 * down:g} {neck_y + 8 * right:g}'
            f'L{neck_x + 8 * down:g} {neck_y - 8 * right:g}Z"'
        )
        self._shape("path", kind, wings, 1)

    def die(self, x: float, y: float, size: float, *, face: int | None, seat: int) -> None:
        """Draw a die of a seat with its top left corner at a point; None is one not yet thrown."""
        self.rect(f"seat-{seat}", x - 5, y - 5, size + 10, size + 10, rounding=size / 5 + 3)
        self.rect("die", x, y, size, size, rounding=size / 6)
        if face is None:
            self.text("pip", x + size / 2, y + size / 2, "?", size=size * 0.6)
            return
        for place in _PIPS[face - 1]:
            column, row = divmod(int(place), 3)
            step = size / 4
            self.circle("pip", x + step * (column + 1), y + step * (row + 1), size / 11)

    def finish(self, title: str, description: str) -> str:
        """Return the whole document."""
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" class="k-picture" role="img" '
            f'viewBox="0 0 {width:g} {height:g}">'
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
        )
        return head + "".join(self._body) + "</svg>"

    def _shape(self, tag: str, kind: str, geometry: str, width: float = 1.5) -> None:
        fill, stroke = self._colours[kind]
        self._body.append(
            f'<{tag} class="k-{kind}" {geometry} fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{width:g}"/>'
        )


def draw(state: State, *, dark: bool = False, ids: str = "k") -> str:
    """Return the board as SVG text.

    `ids` begins every element id, so that several boards can share a page.
    """
    canvas = Canvas(dark=dark, ids=ids)
    state.paint(canvas)
    return canvas.finish(state.get_game().name, str(state))
