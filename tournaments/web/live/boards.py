"""Small boards: the server's picture of each running game, drawn once for all who watch."""

from typing import Any

from engine import EngineError, State, record, svg
from tournaments.web.live.feeds import Channel, Feed, message

LAST_EVENTS = 8
"""Of the game, beside its picture."""

SECONDS = 0.5
"""Between two pictures of a game, however fast it is played."""


class Board:
    """Follows the feeds of a channel with a position of its own.

    `frame` is the latest picture as a message; empty while nothing has been published.
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._feed: Feed | None = None
        self._state: State | None = None
        self._events = 0
        self._drawn: tuple[object, ...] = ()
        self._due = 0.0
        self.frame = b""
        self.viewers = 0

    def draw(self, *, now: float) -> bool:
        """Draw what has changed, if a picture is due; whether there is a new frame."""
        feed = self.channel.feed
        if feed is None or not feed.messages or now < self._due:
            return False
        wanted = (feed.key, feed.game, len(feed.messages), self.channel.status)
        if wanted == self._drawn:
            return False
        self._drawn, self._due = wanted, now + SECONDS
        if feed is not self._feed:
            self._feed, self._state, self._events = feed, _start(feed), 0
        self._advance(feed)
        self.frame = message("board", self._told(feed))
        return True

    def _advance(self, feed: Feed) -> None:
        state = self._state
        if state is None:
            return
        try:
            for event in feed.events[self._events :]:
                record.apply_event(state, event)
                self._events += 1
        except EngineError:
            # The worker plays by other rules than this program: the events are shown alone.
            self._state = None

    def _told(self, feed: Feed) -> dict[str, Any]:
        return {
            "match": self.channel.match,
            "attempt": feed.key.attempt,
            "game": feed.game,
            "status": self.channel.status,
            "n": len(feed.events),
            "over": feed.is_over,
            "seats": [f"{seat['name']} v{seat['version']}" for seat in feed.heading["seats"]],
            "last": [_told(event) for event in feed.events[-LAST_EVENTS:]],
            "svg": svg.draw(self._state, ids=f"m{self.channel.match}") if self._state else "",
        }


def _start(feed: Feed) -> State | None:
    try:
        return record.load_variant(feed.heading).new_initial_state()
    except EngineError:
        return None


def _told(event: dict[str, Any]) -> dict[str, Any]:
    kind = next(kind for kind in ("action", "throw", "forfeit") if kind in event)
    return {"n": event["n"], "seat": event["seat"], "kind": kind, "text": event[kind]}
