"""Running games as films: made once, for all the boards on pages that show them.

docs/25-films.md describes the messages. Only what has been published is filmed.
"""

import json
from typing import Any

from agents.table.reels import Reel
from agents.terms.clock import PRESETS
from engine import EngineError, record
from engine.film import look_of
from tournaments.web.live.feeds import Channel, Feed
from tournaments.web.live.strips import Strip, message, written

EVENTS_AT_ONCE = 200
"""The most events that are filmed of a match before another match has its turn."""

EVENTS_APART = 32
"""After this many events, a new picture is kept for viewers who begin to watch."""


class Footage(Strip):
    """The film of a feed, as far as it has been made.

    A film may begin with any of the kept pictures: the frames after it include all looks that it
    lacks. `messages` has one for each event, after a first one that stands for the beginning.
    """

    def __init__(self, feed: Feed) -> None:
        super().__init__(feed.key, feed.game, [b""])
        self.feed = feed
        self.is_over = False
        self._names = [f"{seat['name']} v{seat['version']}" for seat in feed.heading["seats"]]
        self._reel = _reel(feed)
        self._looks: list[str] = []
        self._known: set[int] = set()
        self._frames: list[str] = []
        self._head = ""
        self._now = (0, b"")
        if self._reel is not None:
            head = self._reel.head(self._names)
            self._looks += head["start"].get("looks", [])
            self._head = _json(head)[:-1]
        self._keep()

    @property
    def is_behind(self) -> bool:
        """Whether there is more to film."""
        return not self.is_over and (self.feed.is_over or len(self._frames) < self._ready)

    @property
    def _ready(self) -> int:
        return len(self.feed.events) if self._reel is not None else 0

    def opening(self, *, whole: bool) -> tuple[bytes, int]:
        """Return the film so far; or from the last kept picture, unless `whole`."""
        if not whole or not self._head:
            count, film = self._now
            return film, count + 1
        frames = self._frames[: len(self.messages) - 1]
        text = f'{self._head},"events":[{",".join(frames)}]}}'
        return self._film(len(frames), text), len(frames) + 1

    def advance(self) -> None:
        """Film new events, at most EVENTS_AT_ONCE, and then the end."""
        is_over = self.feed.is_over
        begin = len(self._frames)
        for event in self.feed.events[begin : begin + EVENTS_AT_ONCE]:
            self._add(event)
        if len(self._frames) - self._now[0] >= EVENTS_APART:
            self._keep()
        if is_over and len(self._frames) >= self._ready:
            self.messages.append(self.feed.ending)
            self.is_over = True

    def _add(self, event: dict[str, Any]) -> None:
        if self._reel is None:
            return
        own = {name: value for name, value in event.items() if name not in {"n", "at"}}
        try:
            frame = self._reel.add(own)
        except EngineError:
            # The worker plays other rules than this program: viewers have to wait for the record.
            self._reel = None
            return
        self._frames.append(_json(frame))
        self._looks += frame.get("looks", [])
        place = {"match": self.key.match, "game": self.game, "n": len(self._frames)}
        self.messages.append(message("frame", place | {"event": frame | self._unknown(frame)}))

    def _unknown(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Return the looks of a frame that are not in the last kept picture or a frame since."""
        new = sorted({look_of(entry) for entry in frame.get("set", [])} - self._known)
        self._known.update(new)
        return {"looks": {number: self._looks[number] for number in new}}

    def _keep(self) -> None:
        film = None if self._reel is None else self._reel.now(self._names)
        if film is not None:
            self._known = set(film["start"]["looks"])
        count = len(self._frames)
        self._now = (count, self._film(count, _json(film)))

    def _film(self, count: int, film: str) -> bytes:
        key = self.key
        place = f'"match":{key.match},"attempt":{key.attempt},"game":{self.game},"n":{count}'
        return written("film", f'{{{place},"film":{film}}}')


class Screen:
    """A channel as a film, for the readers of strips."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.match = channel.match
        self.strip: Footage | None = None
        self.state = b""
        self.is_over = False
        self.viewers = 0

    def film(self) -> bool:
        """Film what is new; return whether anything was. It may take a while."""
        before = self.strip, self.strip and len(self.strip.messages), self.state
        feed, state, is_over = self.channel.feed, self.channel.state, self.channel.is_over
        if self.strip is None or not self.strip.is_behind:
            self._begin(feed)
        if self.strip is not None and self.strip.is_behind:
            self.strip.advance()
        if self.strip is None or (self.strip.feed is feed and not self.strip.is_behind):
            self.state, self.is_over = state, is_over
        return before != (self.strip, self.strip and len(self.strip.messages), self.state)

    def _begin(self, feed: Feed | None) -> None:
        known = self.strip.feed if self.strip is not None else None
        if feed is not None and feed is not known and feed.messages:
            self.strip = Footage(feed)


def _reel(feed: Feed) -> Reel | None:
    heading = feed.heading
    try:
        return Reel(record.load_variant(heading), PRESETS[heading["time_control"]])
    except EngineError:
        return None


def _json(document: dict[str, Any] | None) -> str:
    return json.dumps(document, separators=(",", ":"))
