"""Publishes the game that a worker plays to its viewers, from a background thread.

The referee does nothing for it: the thread looks ten times a second at the record that the referee
writes anyway. So a slow or unreachable log store delays no game, and nothing is dropped: what
could not be written is still in the record, and is written when the store is back.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Self

from engine import HIDDEN, record
from engine.gametype import IMPERFECT_INFORMATION
from tournaments.machinery.messages.live_logs import Key, Logs, LogsUnavailable, head

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.1
"""Seconds between two looks at the record of the game that is being played."""

TOUCH_SECONDS = 30.0
"""Seconds between two touches of the log while a bot thinks for long."""

PAUSE_SECONDS = 2.0
"""Seconds to wait after a failure to write."""

SAID_EVERY = 60.0
"""Seconds between two warnings about such failures."""

LOG_BYTES = 4 * 1024 * 1024
"""The most bytes that are published of one game; the rest is shown when it is over."""


@dataclass(frozen=True)
class Sheet:
    """A game that is being played: the heading of its record, and its growing list of events."""

    key: Key
    game: int
    time_control: str
    heading: Mapping[str, Any]
    events: Sequence[dict[str, Any]]


class Publisher:
    """Publishes nothing."""

    def begin(self, sheet: Sheet) -> None:
        """Publish this game from now on."""

    def end(self, key: Key) -> None:
        """Stop publishing this attempt, and remove its log."""


class PublisherBeside(Publisher):
    """Publishes from its own thread; a context manager that leaves no log behind."""

    def __init__(self, logs: Logs) -> None:
        self._logs = logs
        self._orders: SimpleQueue[Sheet | Key | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._script: _Script | None = None
        self._pause_until = 0.0
        self._say_again = 0.0

    def begin(self, sheet: Sheet) -> None:
        """Publish this game in place of the previous one."""
        if self._thread is None:
            # Not earlier: a process forked in the meantime would inherit the locks of the thread.
            self._thread = threading.Thread(target=self._work, name="publisher", daemon=True)
            self._thread.start()
        self._orders.put(sheet)

    def end(self, key: Key) -> None:
        """Remove the attempt's log, without waiting for that."""
        self._orders.put(key)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._thread is not None:
            self._orders.put(None)
            self._thread.join()

    def _work(self) -> None:
        while True:
            try:
                order = self._orders.get(timeout=LOOK_SECONDS if self._script else None)
            except Empty:
                self._publish()
                continue
            if isinstance(order, Sheet):
                self._begin(order)
            else:
                self._forget()
                if order is None:
                    return

    def _begin(self, sheet: Sheet) -> None:
        key = sheet.key
        if key.attempt > 1 and (self._script is None or self._script.key != key):
            # A worker that was killed may have left the log of the previous attempt.
            self._trying(partial(self._logs.remove, Key(key.match, key.attempt - 1)))
        self._script = _Script(sheet, self._logs)
        self._publish()

    def _forget(self) -> None:
        script, self._script = self._script, None
        if script is not None:
            self._trying(script.remove)

    def _publish(self) -> None:
        if self._script is not None and time.monotonic() >= self._pause_until:
            self._trying(self._script.write)

    def _trying(self, what: Callable[[], object]) -> None:
        """Call `what`; log failures to write, at most once per `SAID_EVERY`."""
        try:
            what()
        except LogsUnavailable as error:
            now = time.monotonic()
            self._pause_until = now + PAUSE_SECONDS
            if now >= self._say_again:
                self._say_again = now + SAID_EVERY
                logger.warning("games are played, but cannot be watched: %s", error)
        except Exception:
            # No game depends on what is published: it goes on without viewers.
            logger.exception("a game is played, but cannot be watched")
            self._script = None


class _Script:
    """The log of one game, and how much of it has been written."""

    def __init__(self, sheet: Sheet, logs: Logs) -> None:
        self._sheet = sheet
        self._logs = logs
        self._witness = Witness(sheet.heading)
        self._text = bytearray(head(sheet.game))
        self._written = 0
        self._events = 0
        self._touched = time.monotonic()
        self._add({"match": sheet.key.match, "attempt": sheet.key.attempt, "game": sheet.game,
                   "time_control": sheet.time_control, **_public(sheet.heading)})  # fmt: skip

    @property
    def key(self) -> Key:
        """The attempt whose log it is."""
        return self._sheet.key

    def write(self) -> None:
        """Write what is new. Raises LogsUnavailable."""
        seen = self._witness.shown(self._sheet.events)
        for event in self._sheet.events[self._events : seen]:
            if len(self._text) < LOG_BYTES:
                self._events += 1
                self._add({"n": self._events, **event})
        if len(self._text) > self._written:
            self._send()
        elif time.monotonic() - self._touched > TOUCH_SECONDS:
            self._logs.touch(self._sheet.key)
            self._touched = time.monotonic()

    def remove(self) -> None:
        """Remove the log. Raises LogsUnavailable."""
        self._logs.remove(self._sheet.key)

    def _send(self) -> None:
        key, end = self._sheet.key, len(self._text)
        if not self._logs.write(key, self._written, bytes(self._text[self._written :])):
            self._logs.write(key, 0, bytes(self._text))
        self._written, self._touched = end, time.monotonic()

    def _add(self, message: dict[str, Any]) -> None:
        told = {**message, "at": round(time.time(), 3)}
        self._text += json.dumps(told, separators=(",", ":")).encode("ascii") + b"\n"


def _public(heading: Mapping[str, Any]) -> dict[str, Any]:
    """Return the heading without the seeds of the bots, which are shown after the game."""
    seats = [{"name": seat["name"], "version": seat["version"]} for seat in heading["seats"]]
    return {**heading, "seats": seats}


class Witness:
    """Knows how much of a running game a spectator may see."""

    def __init__(self, heading: Mapping[str, Any]) -> None:
        game = record.load_variant(dict(heading))
        self._hides = game.get_type().information == IMPERFECT_INFORMATION
        self._state = game.new_initial_state()
        self._known = 0

    def shown(self, events: Sequence[dict[str, Any]]) -> int:
        """Return how many events, from the first one, no longer hide anything."""
        count = len(events)
        if not self._hides:
            return count
        for event in events[self._known : count]:
            record.apply_event(self._state, event)
        self._known = count
        past: list[int] = self._state.view(None)["history"]
        if HIDDEN not in past:
            return count
        entries = [number for number, event in enumerate(events[:count]) if "forfeit" not in event]
        return entries[past.index(HIDDEN)]
