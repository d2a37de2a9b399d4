"""Pictures as things that a page moves: what keeps an id from picture to picture, and the rest."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from engine.canvas import Canvas, Point


class Thing(NamedTuple):
    """Something drawn: its markup around its own place, where that is, and its steps on the way.

    Where `steps` is not 0 it followed the walk of its sketch for so many points.
    """

    markup: str
    x: float
    y: float
    steps: int


_NOWHERE: Final = (0.0, 0.0)


class Sketch(Canvas):
    """Collects a picture's things by their ids, and its marks, which have none."""

    def __init__(self) -> None:
        super().__init__(dark=False, ids="")
        self.things: dict[str, Thing] = {}
        self.path: list[Point] = []
        self._steps: dict[str, int] = {}

    @contextmanager
    def group(
        self, name: str, identity: str, _title: str = "", at: Point = _NOWHERE
    ) -> Iterator[None]:
        """Collect what is drawn inside as a thing."""
        outside, self._body, self._origin = self._body, [], at
        yield
        self._add(identity, f'<g class="k-{name}">{"".join(self._body)}</g>', at)
        self._body, self._origin = outside, _NOWHERE

    def circle(
        self, kind: str, centre: Point, radius: float, *, identity: str = "", look: str = ""
    ) -> None:
        """Draw a circle; one with an id is a thing."""
        if not identity:
            super().circle(kind, centre, radius, look=look)
            return
        outside, self._body, self._origin = self._body, [], centre
        super().circle(kind, centre, radius, look=look)
        self._add(identity, self._body[0], centre)
        self._body, self._origin = outside, _NOWHERE

    def walk(self, path: list[Point], steps: dict[str, int]) -> None:
        """Note how the last action led its things on."""
        self.path, self._steps = path, steps

    def _add(self, identity: str, markup: str, at: Point) -> None:
        self.things[identity] = Thing(markup, *at, self._steps.get(identity, 0))

    def marks(self) -> list[str]:
        """The markup of all that has no id."""
        return self._body

    def extent(self) -> Point:
        """The width and the height of the picture."""
        return self._size
