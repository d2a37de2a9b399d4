"""What has been published of a running match, as messages that all its viewers share.

A feed is one game: its heading, its events and its end. A channel is a match, with the feed of the
game in hand. Nothing here waits, reads or writes: the hub brings what the log and the database say.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tournaments.machinery.live_logs import Key, Piece, Place, game_of
from tournaments.models import Match
from tournaments.queries.live import Look

_POSITION = re.compile(r"(\d{1,18})\.(\d{1,9})\.(\d{1,9})\.(\d{1,9})")


def message(kind: str, told: dict[str, Any], position: str = "") -> bytes:
    """A message of a stream, as the server-sent events of the HTML standard are written."""
    name = f"id: {position}\n" if position else ""
    return f"{name}event: {kind}\ndata: {json.dumps(told, separators=(',', ':'))}\n\n".encode()


@dataclass
class Feed:
    """One game: `events` as the record has them, and a message for each, after the heading's."""

    key: Key
    game: int
    heading: dict[str, Any] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    messages: list[bytes] = field(default_factory=list)
    is_over: bool = False

    def is_of_the_game_of(self, other: "Feed") -> bool:
        """Whether both are about the same game of the same attempt."""
        return (self.key, self.game) == (other.key, other.game)

    def begin(self, heading: dict[str, Any]) -> None:
        """Take the heading, once."""
        if not self.messages:
            self.heading = heading
            self._add("game", heading)

    def add(self, event: dict[str, Any]) -> None:
        """Take the next event; one that is here already changes nothing."""
        number = len(self.events) + 1
        if self.messages and event["n"] == number:
            self.events.append(event)
            self._add("event", {"match": self.key.match, "game": self.game, **event})

    def end(self, record: dict[str, Any] | None) -> None:
        """Take from the finished game's record what is missing, and its result.

        Without a record the game was broken off, and will be played again, or nothing is kept.
        """
        known = len(self.events)
        for number, event in enumerate(record["events"][known:] if record else (), start=known + 1):
            self.add({"n": number, **event})
        self.is_over = True
        result = record["result"] if record else None
        told = {"match": self.key.match, "game": self.game, "result": result}
        self._add("end", told)

    def after(self, position: str) -> int:
        """How many of the messages somebody has who has come to this position in any stream."""
        found = _POSITION.fullmatch(position)
        if found is None:
            return 0
        match, attempt, game, number = map(int, found.groups())
        here = (match, attempt, game) == (*self.key, self.game)
        return min(number + 1, len(self.messages)) if here else 0

    def _add(self, kind: str, told: dict[str, Any]) -> None:
        place = f"{self.key.match}.{self.key.attempt}.{self.game}.{len(self.messages)}"
        self.messages.append(message(kind, told, place))


class Channel:
    """A match that somebody watches: how it stands, and the feed of the game in hand.

    `news` is set, and replaced, whenever anything has changed.
    """

    def __init__(self, match: int) -> None:
        self.match = match
        self.status = ""
        self.attempt = 0
        self.feed: Feed | None = None
        self.news = asyncio.Event()
        self._place = Place()
        self.is_stuck = False
        """Whether the log of the game in hand has gone, so that the database has to say why."""

    @property
    def is_over(self) -> bool:
        """Whether nothing will come any more."""
        return self.status not in {"", *Match.OPEN}

    @property
    def state(self) -> bytes:
        """The message that says how the match stands."""
        told = {"match": self.match, "status": self.status, "attempt": self.attempt}
        return message("state", told)

    def wanted(self) -> tuple[Key, Place] | None:
        """The log to read, and from where; None while nobody plays."""
        if self.status != Match.Status.RUNNING:
            return None
        return Key(self.match, self.attempt), self._place

    def asked(self) -> int | None:
        """The game whose end the database should know of."""
        return self.feed.game if self.feed is not None and not self.feed.is_over else None

    def read(self, piece: Piece | None) -> None:
        """Take what the log has; None if there is none any more."""
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
        """Take what the database says of the match; None if it has been deleted."""
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
            told = json.loads(line)
            if "n" in told:
                feed.add(told)
            else:
                feed.begin(told)
        self.tell()

    def tell(self) -> None:
        """Wake all who wait for news."""
        news, self.news = self.news, asyncio.Event()
        news.set()


class Reader:
    """What one viewer has been sent of a channel."""

    def __init__(self, channel: Channel, position: str) -> None:
        self._channel = channel
        self._position = position
        self._feed: Feed | None = None
        self._count = 0
        self._state = b""

    def due(self) -> Iterator[bytes]:
        """The messages that have come since, after the state of the match; its end comes last."""
        if not self._state and not self._channel.is_over:
            yield from self._stands()
        while True:
            feed = self._feed
            if feed is not None and self._count < len(feed.messages):
                yield feed.messages[self._count]
                self._count += 1
            elif feed is not self._channel.feed:
                self._feed = self._channel.feed
                self._count = self._feed.after(self._position) if self._feed else 0
            else:
                break
        yield from self._stands()

    def _stands(self) -> Iterator[bytes]:
        state = self._channel.state
        if state != self._state:
            self._state = state
            yield state
