"""The published part of a running match, as messages that all its viewers share.

A feed is one game: its heading, its events and its end. A channel is a match, with the feed of its
current game. Nothing here does any I/O: the hub passes in what the log and the database say.
"""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from tournaments.machinery.messages.live_logs import Key, Piece, Place, game_of
from tournaments.models import Match
from tournaments.queries.games.live import Look
from tournaments.web.live.strips import Strip, message


@dataclass(eq=False)
class Feed(Strip):
    """One game: its `events` as in the record, and a message for the heading and for each event."""

    heading: dict[str, Any] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None
    is_over: bool = False

    def begin(self, heading: dict[str, Any]) -> None:
        """Add the heading; ignored if there is one."""
        if not self.messages:
            self.heading = heading
            self._add("game", heading)

    def add(self, event: dict[str, Any]) -> None:
        """Add the next event; any other is ignored."""
        number = len(self.events) + 1
        if self.messages and event["n"] == number:
            self.events.append(event)
            self._add("event", {"match": self.key.match, "game": self.game, **event})

    def end(self, record: dict[str, Any] | None) -> None:
        """Add the missing events of the finished game's record, and its result.

        Without a record the game was broken off and will be replayed, or its record is not kept.
        """
        count = len(self.events)
        for number, event in enumerate(record["events"][count:] if record else (), start=count + 1):
            self.add({"n": number, **event})
        self.result = record["result"] if record else None
        self.messages.append(self.ending)
        self.is_over = True

    @property
    def ending(self) -> bytes:
        """The message with the result of the game."""
        told = {"match": self.key.match, "game": self.game, "result": self.result}
        return message("end", told)

    def _add(self, kind: str, told: dict[str, Any]) -> None:
        self.messages.append(message(kind, told))


class Channel:
    """A match that is watched: its status, and the feed of its current game.

    `news` is set, and replaced, whenever anything has changed.
    """

    def __init__(self, match: int, *, is_running: bool = True) -> None:
        self.match = match
        self.viewers = 0
        self.status = ""
        self._begins_running = is_running
        self.attempt = 0
        self.feed: Feed | None = None
        self.news = asyncio.Event()
        self._place = Place()
        self.is_stuck = False
        """Whether the log of the current game has gone, so that the database has to say why."""

    @property
    def is_over(self) -> bool:
        """Whether there will be no more messages."""
        return self.status not in {"", *Match.OPEN}

    @property
    def is_running(self) -> bool:
        """Whether it is being played; until the database has said so, as found on admission."""
        return self.status == Match.Status.RUNNING if self.status else self._begins_running

    @property
    def strip(self) -> Feed | None:
        """What viewers of the events are sent of the current game."""
        return self.feed

    @property
    def state(self) -> bytes:
        """The message with the status of the match; empty until the database has said so."""
        if not self.status:
            return b""
        fields = {"match": self.match, "status": self.status, "attempt": self.attempt}
        return message("state", fields)

    def wanted(self) -> tuple[Key, Place] | None:
        """Return the log to read, and from where; None while the match is not running."""
        if self.status != Match.Status.RUNNING:
            return None
        return Key(self.match, self.attempt), self._place

    def asked(self) -> int | None:
        """Return the game about whose end the database is to be asked."""
        return self.feed.game if self.feed is not None and not self.feed.is_over else None

    def read(self, piece: Piece | None) -> None:
        """Process a piece of the log; None if the log is gone."""
        in_hand = self.feed is not None and not self.feed.is_over
        if piece is None:
            self.is_stuck = in_hand
            self._place = Place()
            return
        fresh = Feed(Key(self.match, self.attempt), game_of(piece.head))
        if self.feed is None or (self.feed.is_over and not self.feed.is_of_the_game_of(fresh)):
            self.feed = fresh
        elif not self.feed.is_of_the_game_of(fresh):
            self.is_stuck = True
            return
        self.is_stuck = False
        whole = piece.data[: piece.data.rfind(b"\n") + 1]
        self._place = Place(piece.head, piece.offset + len(whole))
        if not self.feed.is_over and whole:
            self._take(self.feed, whole)

    def look(self, look: Look | None) -> None:
        """Process what the database says about the match; None if it has been deleted."""
        if look is None:
            look = Look(Match.Status.VOID, self.attempt)
        stands = look.status, look.attempt
        changed = stands != (self.status, self.attempt)
        feed = self.feed
        if feed is not None and not feed.is_over and (look.record or changed):
            feed.end(look.record)
            changed = True
        if changed:
            if look.attempt != self.attempt:
                self._place = Place()
            self.status, self.attempt = stands
            self.tell()

    def _take(self, feed: Feed, lines: bytes) -> None:
        for line in lines.splitlines():
            entry = json.loads(line)
            if "n" in entry:
                feed.add(entry)
            else:
                feed.begin(entry)
        self.tell()

    def tell(self) -> None:
        """Wake all viewers who wait for news."""
        news, self.news = self.news, asyncio.Event()
        news.set()
