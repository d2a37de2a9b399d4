"""Pictures as things that a page moves, which keep their ids, and marks without ids."""

from functools import lru_cache
from typing import Any, NamedTuple

from engine.canvas import Canvas, Draw, Point
from engine.sentences import say

# From frame to frame most titles stay.
_say = lru_cache(maxsize=4096)(say)


class Thing(NamedTuple):
    """Something drawn: its markup around (0, 0), and its place."""

    markup: str
    x: float
    y: float


class Sketch(Canvas):
    """Collects a picture's things by their ids, and its marks, which have none.

    `drawn` keeps what things look like from one sketch to the next.
    """

    def __init__(self, drawn: dict[Any, str]) -> None:
        super().__init__(dark=False, ids="", translate=_say)
        self.things: dict[str, Thing] = {}
        self.path: list[Point] = []
        self.steps: dict[str, int] = {}
        self._drawn = drawn

    def thing(
        self, name: str, identity: str, _title: str, at: Point, draw: Draw, *look: Any
    ) -> None:
        """Collect a thing."""
        markup = self._drawn.get((draw, look))
        if markup is None:
            outside, self._body = self._body, []
            draw(self, *look)
            markup = self._drawn[draw, look] = f'<g class="k-{name}">{"".join(self._body)}</g>'
            self._body = outside
        self.things[identity] = Thing(markup, *at)

    def circle(
        self, kind: str, centre: Point, radius: float, *, identity: str = "", look: str = ""
    ) -> None:
        """Draw a circle; one with an id is a thing."""
        if identity:
            self.thing(kind, identity, "", centre, _circle, kind, radius, look)
        else:
            super().circle(kind, centre, radius, look=look)

    def walk(self, path: list[Point], steps: dict[str, int]) -> None:
        """Keep how the last action led its things on."""
        self.path, self.steps = path, steps

    def marks(self) -> list[str]:
        """The markup of all that has no id."""
        return self._body

    def whole(self) -> str:
        """The markup of all that has been drawn, things and marks, where it stands."""
        things = (
            f'<g transform="translate({thing.x:g} {thing.y:g})">{thing.markup}</g>'
            for thing in self.things.values()
        )
        return "".join([*self._body, *things])

    def extent(self) -> Point:
        """The width and the height of the picture."""
        return self._size


def _circle(canvas: Canvas, kind: str, radius: float, look: str) -> None:
    canvas.circle(kind, (0, 0), radius, look=look)
