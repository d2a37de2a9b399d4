"""Where a picture shows the actions that are allowed: what a page needs so that people can choose.

No rule and no geometry is written a second time for that: each allowed action is tried on a copy,
and what moves in the picture tells where it leads from and to.
"""

import copy
from typing import Any, Final, NamedTuple

from engine import words
from engine.canvas import Point
from engine.film import Film, Key
from engine.sentences import Sentence
from engine.sketch import Sketch
from engine.state import State

MOST: Final = 120
"""Of more actions than that, none is located: they are chosen by their names."""


class Way(NamedTuple):
    """An allowed action, in notation and in words (`engine.words`), and where it leads from and to.

    The places are None where nothing changes.

    An action that only removes pieces begins and ends at the first of them. `via` are the places
    on its way, and those of the pieces that it removes: they tell actions apart that begin and end
    alike.
    """

    action: str
    deed: Sentence
    start: Point | None
    end: Point | None
    via: list[Point]


class Guide(Film):
    """A film that also tells which actions are allowed now."""

    def ways(self, state: State) -> list[Way]:
        """Return the actions that `state` allows, which is this film's or hides less than it."""
        actions = state.legal_actions()
        if len(actions) > MOST or state.to_dict() != self.state.to_dict():
            return [_named(state, action) for action in actions]
        return [self._way(action) for action in actions]

    def _way(self, action: int) -> Way:
        state, sketch = self._tried(action)
        moved = {
            key: (thing.x, thing.y)
            for key, thing in sketch.things.items()
            if self._is_piece(key) and self._place(key) != (round(thing.x, 1), round(thing.y, 1))
        }
        changed = [*moved, *(key for key in self._shown if self._is_gone(key, sketch))]
        walkers = list(sketch.steps) if changed else []
        # A capture may end where it began.
        led = [key for key in walkers if key in changed] or walkers or list(moved)[:1]
        others = [self._place(key) for key in changed if key not in led]
        named = _named(self.state, action, state)
        if not led:
            place = others[0] if others else None
            return named._replace(start=place, end=place, via=others[1:])
        places = [self._place(key) for key in led]
        start = (_mean([x for x, _y in places]), _mean([y for _x, y in places]))
        path = [_rounded(point) for point in sketch.path] if sketch.steps else []
        end = path[-1] if path else _rounded(moved[led[0]])
        via = [spot for spot in path[:-1] + others if spot != end]
        return named._replace(start=start, end=end, via=via)

    def _tried(self, action: int) -> tuple[State, Sketch]:
        """Return the state after an action, and its picture, on copies."""
        state, sketch = self.state.clone(), Sketch(self._drawn)
        past = copy.copy(self._past)
        for name, value in vars(past).items():
            setattr(past, name, _apart(value))
        past.add(self.state, action)
        state.apply_action(action)
        self._picture.paint(state, sketch, past)
        return state, sketch

    def _is_piece(self, key: Key) -> bool:
        """Whether something stands on the board, and is no die."""
        return isinstance(key, str) and key in self._shown and not key.startswith("die")

    def _is_gone(self, key: Key, sketch: Sketch) -> bool:
        return self._is_piece(key) and key not in sketch.things

    def _place(self, key: Key) -> Point:
        entry = self._shown[key]
        return entry[2], entry[3]


def _named(state: State, action: int, after: State | None = None) -> Way:
    """Return an action without its places; `after` is the state that follows, if it is at hand."""
    return Way(state.action_to_string(action), words.deed(state, action, after), None, None, [])


def _apart(value: Any) -> Any:
    """Return a copy of lists and dicts; what is in them is shared, for it never changes."""
    if isinstance(value, list):
        return [_apart(item) for item in value]
    if isinstance(value, dict):
        return {key: _apart(item) for key, item in value.items()}
    return value


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _mean(values: list[float]) -> float:
    return round(sum(values) / len(values), 1)
