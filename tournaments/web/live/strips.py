"""The messages of one game for its viewers, and each viewer's way from one game to the next."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from tournaments.machinery.messages.live_logs import Key

_POSITION = re.compile(r"(\d{1,18})\.(\d{1,9})\.(\d{1,9})\.(\d{1,9})")


def message(kind: str, told: dict[str, Any]) -> bytes:
    """Return a message of a stream, as a server-sent event of the HTML standard."""
    return written(kind, json.dumps(told, separators=(",", ":")))


def written(kind: str, text: str) -> bytes:
    """Return a message from text that is JSON already."""
    return f"event: {kind}\ndata: {text}\n\n".encode()


@dataclass(eq=False)
class Strip:
    """One game: `messages`, which all its viewers share; the first is for new viewers."""

    key: Key
    game: int
    messages: list[bytes] = field(default_factory=list)

    def is_of_the_game_of(self, other: "Strip") -> bool:
        """Whether both are about the same game of the same attempt."""
        return (self.key, self.game) == (other.key, other.game)

    def opening(self, *, whole: bool) -> tuple[bytes, int]:
        """Return what to send to a new viewer, and how many of the messages it stands for.

        `whole` asks for the game from its start, rather than from its current position.
        """
        assert whole, "there is nothing that would begin in the middle"
        return self.messages[0], 1

    def position(self, count: int) -> str:
        """Return the position of a viewer who has had `count` of the messages."""
        return f"{self.key.match}.{self.key.attempt}.{self.game}.{count - 1}"

    def after(self, position: str) -> int:
        """Return how many of the messages a viewer at this position, in any stream, has had."""
        place = _POSITION.fullmatch(position)
        if place is None:
            return 0
        match, attempt, game, number = map(int, place.groups())
        here = (match, attempt, game) == (*self.key, self.game)
        return min(number + 1, len(self.messages)) if here else 0


class Source(Protocol):
    """What is watched: the strip of the current game, if any, and the status.

    `state` is the message with the status; empty until it is known.
    """

    @property
    def strip(self) -> Strip | None: ...
    @property
    def state(self) -> bytes: ...
    @property
    def is_over(self) -> bool: ...


class Reader:
    """What one viewer has been sent of a source.

    A viewer who reconnects with its `position` gets what has come since.
    """

    def __init__(self, source: Source, position: str, *, whole: bool = True) -> None:
        self.position = position
        self._source = source
        self._whole = whole
        self._strip: Strip | None = None
        self._count = 0
        self._state = b""

    @property
    def is_done(self) -> bool:
        """Whether the viewer has been sent the end of the match, and so everything."""
        return self._source.is_over and self._state == self._source.state

    def due(self) -> Iterator[bytes]:
        """Yield the new messages, after the state of the match; its end comes last."""
        if not self._state and not self._source.is_over:
            yield from self._stands()
        while True:
            strip = self._strip
            if strip is not None and self._count < len(strip.messages):
                yield self._next(strip)
            elif strip is not self._source.strip:
                self._strip = self._source.strip
                self._count = self._strip.after(self.position) if self._strip else 0
            else:
                break
        yield from self._stands()

    def _next(self, strip: Strip) -> bytes:
        if self._count:
            text = strip.messages[self._count]
            self._count += 1
        else:
            text, self._count = strip.opening(whole=self._whole)
        self.position = strip.position(self._count)
        return text

    def _stands(self) -> Iterator[bytes]:
        state = self._source.state
        if state != self._state:
            self._state = state
            yield state
