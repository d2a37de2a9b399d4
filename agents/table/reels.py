"""The film of a game: one document with all that a page needs to show the game.

docs/25-films.md describes it. A running game's film grows by what `Reel.add` returns.
"""

import re
from typing import Any

import engine
from agents.terms.clock import GameClock, TimeControl
from engine import film, record

FORMAT = 3
"""Incremented with every change of the format, so that caches drop the old films."""

_VALUE = re.compile(r"(?:^|\s)([+-]\d{1,9}(?:\.\d{1,9})?)(?=[\s,;]|$)")


class Reel:
    """The film of a game with the clocks of its seats, event by event."""

    def __init__(self, game: engine.Game, control: TimeControl) -> None:
        self._film = film.Film(game)
        self._clocks = [GameClock(control) for _seat in range(game.num_players())]

    def head(self, names: list[str]) -> dict[str, Any]:
        """Return the document without its events; `names` are the players' by seat."""
        return self._beginning(names, self._film.start)

    def now(self, names: list[str]) -> dict[str, Any]:
        """Return the same for a viewer who joins now: it starts from the current position."""
        return self._beginning(names, self._film.now())

    def _beginning(self, names: list[str], start: dict[str, Any]) -> dict[str, Any]:
        scene = self._film.scene()
        seats = [
            {"name": name, **seat, "left": clock.remaining}
            for name, seat, clock in zip(names, scene["seats"], self._clocks, strict=True)
        ]
        return {"format": FORMAT, **scene, "seats": seats, "start": start}

    def add(self, event: dict[str, Any]) -> dict[str, Any]:
        """Return an event of a record with all that it changes. Raises an EngineError."""
        change = self._film.add(event)
        if "wall" in event:
            clock = self._clocks[event["seat"]]
            clock.spend(event["wall"], event.get("stall", 0.0))
            change["left"] = round(clock.remaining, 3)
        value = value_of(event.get("note", ""))
        return change if value is None else change | {"value": value}


def value_of(note: str) -> float | None:
    """Return the bot's own evaluation in a note: its first number with a sign, or None."""
    found = _VALUE.search(note)
    return float(found[1]) if found else None


def document(kept: dict[str, Any], names: list[str], control: TimeControl) -> dict[str, Any]:
    """Return the film of a record; `names` are by seat. Raises an EngineError for other rules."""
    reel = Reel(record.load_variant(kept), control)
    head = reel.head(names)
    return head | {"events": [reel.add(event) for event in kept["events"]]}
