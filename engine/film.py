"""A game as a film: its first picture, and what each event changes in it.

The documents are described in docs/25-films.md. They hold all that a page needs to draw and move
the board, so that no rule and no geometry is written a second time outside the engine.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from engine import record, svg, words
from engine.canvas import Count, SeatLook
from engine.game import Game
from engine.sketch import Sketch
from engine.state import State

Key = str | int
"""A thing's id; for a mark, which has none, the number of its markup."""

_SEATS: Final = re.compile(r"\b([Ss])eats? (\d(?:(?:, | and )\d)*)(?: \((\w+)\))?")


class Film:
    """Follows a game from its start; a running game as well as a finished one.

    `start` is the first frame, with the whole picture. `add` applies one event of a record and
    returns the frame that follows. A frame is JSON-safe and tells only what has changed. `now` is
    for those who begin to watch in the middle.
    """

    def __init__(self, game: Game) -> None:
        self.state: State = game.new_initial_state()
        self.seats = svg.seat_looks(game)
        self._picture = game.info.part("picture")
        self._past = self._picture.Past(game)
        self._drawn: dict[Any, str] = {}
        self._markups: dict[str, int] = {}
        self._shown: dict[Key, list[Any]] = {}
        self._lines: list[str] = []
        self._tally: list[int] = []
        self.start = self._frame(walked=False)

    def scene(self) -> dict[str, Any]:
        """Return what stays: the board's size and markup, what tallies count, and the seats."""
        game = self.state.get_game()
        sketch = Sketch(self._drawn)
        self._picture.paint_board(game, sketch)
        return {
            "title": game.name,
            "size": list(sketch.extent()),
            "board": sketch.whole(),
            "tally": self._picture.TALLY,
            "seats": [
                {"kinds": list(look.kinds), "colour": look.colour, "place": look.place, "side": n}
                for look, n in zip(self.seats, game.sides(), strict=True)
            ],
        }

    def add(self, event: dict[str, Any]) -> dict[str, Any]:
        """Apply an event, and return it with all that it changes. Raises an EngineError."""
        before = self.state.clone()
        record.apply_event(self.state, event)
        if "forfeit" not in event:
            self._past.add(before, self.state.history()[-1])
        frame = event | self._frame(walked="action" in event)
        if "forfeit" not in event:
            frame["deed"] = words.deed(before, self.state.history()[-1], self.state)
        if marks := self._marks(before, event):
            frame["marks"] = marks
        return frame

    def now(self) -> dict[str, Any]:
        """Return a frame with the whole picture of the position; its looks by their numbers."""
        markups = list(self._markups)
        entries = list(self._shown.values())
        frame: dict[str, Any] = {
            "looks": {number: markups[number] for number in sorted(set(map(look_of, entries)))},
            "set": entries,
            "lines": {n: in_colours(line, self.seats) for n, line in enumerate(self._lines)},
            "tally": self._tally,
        }
        return frame | self._due()

    def _frame(self, *, walked: bool) -> dict[str, Any]:
        sketch = Sketch(self._drawn)
        self._picture.paint(self.state, sketch, self._past)
        tally = [count.tally for count in self._picture.counts(self.state)]
        lines = str(self.state).split("\n")[:-1]
        frame: dict[str, Any] = self._changes(sketch, walked)
        changed = {n: line for n, line in enumerate(lines) if [line] != self._lines[n : n + 1]}
        if changed:
            frame["lines"] = {n: in_colours(line, self.seats) for n, line in changed.items()}
        if tally != self._tally:
            frame["tally"] = tally
        self._lines, self._tally = lines, tally
        return frame | self._due()

    def _changes(self, sketch: Sketch, walked: bool) -> dict[str, Any]:
        """Tell which things and marks are new, have changed or are gone."""
        before, entries = len(self._markups), self._entries(sketch)
        moved = [entry for key, entry in entries.items() if self._shown.get(key) != entry]
        steps = [sketch.steps.get(entry[0], 0) if walked else 0 for entry in moved]
        changes: dict[str, Any] = {
            "looks": list(self._markups)[before:],
            "set": [[*entry, n] if n else entry for entry, n in zip(moved, steps, strict=True)],
            "gone": [key for key in self._shown if key not in entries],
            "path": [[round(x, 1), round(y, 1)] for x, y in sketch.path] if any(steps) else [],
        }
        self._shown = entries
        return {name: values for name, values in changes.items() if values}

    def _entries(self, sketch: Sketch) -> dict[Key, list[Any]]:
        """Return the picture's things as [id, markup, x, y], its marks as [markup]."""
        entries: dict[Key, list[Any]] = {}
        for markup in sketch.marks():
            number = self._number(markup)
            entries[number] = [number]
        for key, thing in sketch.things.items():
            number = self._number(thing.markup)
            entries[key] = [key, number, round(thing.x, 1), round(thing.y, 1)]
        return entries

    def _number(self, markup: str) -> int:
        return self._markups.setdefault(markup, len(self._markups))

    def _due(self) -> dict[str, Any]:
        """Tell who is to throw or to act, or how the game ended."""
        state = self.state
        outcome, ending = state.outcome(), state.ending()
        if outcome is not None and ending is not None:
            text = in_colours(outcome.text, self.seats)
            end = {"reason": outcome.reason, "text": text, "ranks": state.ranks()}
            return {"end": end | ending}
        if state.is_chance_node():
            return {"next": state.chance_seat(), "due": "throw"}
        return {"next": state.current_player(), "due": "action"}

    def _marks(self, before: State, event: dict[str, Any]) -> list[str]:
        """Name what was of note in an event: capture, home, again or fault."""
        if "action" not in event:
            return ["fault"] * ("forfeit" in event)
        seat, state = event["seat"], self.state
        pairs = list(zip(self._picture.counts(before), self._picture.counts(state), strict=True))
        took = any(_lost(*pair) for other, pair in enumerate(pairs) if other != seat)
        home = self._picture.TALLY == "home" and pairs[seat][0].tally < pairs[seat][1].tally
        again = not state.is_terminal() and self._acts_again(seat)
        named = {"capture": took and not state.is_terminal(), "home": home, "again": again}
        return [name for name, holds in named.items() if holds]

    def _acts_again(self, seat: int) -> bool:
        """Whether a seat has a turn more, rather than the rest of its throw."""
        if self.state.is_chance_node():
            return self.state.chance_seat() == seat
        return not self.state.get_game().info.has_chance and self.state.current_player() == seat


def look_of(entry: Sequence[Any]) -> int:
    """Return the number of the look of an entry of `set`: of a thing, or of a mark."""
    number: int = entry[1] if len(entry) > 1 else entry[0]
    return number


def _lost(before: Count, after: Count) -> bool:
    return after.men < before.men


def in_colours(text: str, seats: Sequence[SeatLook]) -> str:
    """Return a text of the engine with colours for numbers of seats: Blue wins."""
    return _SEATS.sub(lambda match: _colours(match, seats), text)


def _colours(match: "re.Match[str]", seats: Sequence[SeatLook]) -> str:
    initial, numbers, words = match.groups()
    named = re.sub(r"\d", lambda number: seats[int(number[0])].colour, numbers)
    if initial == "S":
        named = named[0].upper() + named[1:]
    is_same = words is None or words.lower() == named.lower()
    return named if is_same else f"{named} ({words})"
