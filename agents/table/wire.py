"""The pipes of the running bots. Nothing here blocks, whatever a bot does or leaves undone."""

import os
import select
import time
from collections.abc import Callable

from agents.sandbox import Child
from agents.table.log import Log
from agents.terms.limits import Limits
from agents.words import Sentence

BEAT_SECONDS = 0.5
"""The longest wait between two calls of a table's `watch`, in seconds."""

LATE_SECONDS = 0.05
"""The most seconds that a wait may overrun before the referee counts as absent."""

AT_ONCE_SECONDS = 0.001
"""A bot that answers within this time, in seconds, is never kept waiting by a step aside."""

_CHUNK = 64 * 1024


class Wire:
    """The conversation with one child: lines out, lines in, and its output into the log."""

    def __init__(self, child: Child, limits: Limits, now: Callable[[], float]) -> None:
        """`now` is the table's clock."""
        self.log = Log(limits.log_bytes)
        self.ended = False
        self.read_at = 0.0
        """When part of a reply was last read, in seconds on the table's clock."""
        self._limits = limits
        self._child = child
        self._now = now
        self._outgoing = memoryview(b"")
        self._incoming = bytearray()
        self._output_open = True

    def send(self, data: bytes) -> None:
        """Send bytes, as many at once as the pipe takes; `advance` sends the rest."""
        self._outgoing = memoryview(bytes(self._outgoing) + data if self._outgoing else data)
        self._write()

    def lines(self, count: int) -> list[bytes]:
        """Return the next `count` lines received, without line feeds; none until all are there."""
        *received, rest = self._incoming.split(b"\n", count)
        if len(received) < count:
            return []
        self._incoming = rest
        return [bytes(line) for line in received]

    def excess(self) -> Sentence:
        """Return which limit of what it may send the bot has exceeded; empty if none."""
        most = self._limits.message_bytes
        if len(self._incoming) > most and max(map(len, self._incoming.split(b"\n"))) > most:
            return Sentence("too-long-answer", limit=most)
        if self.log.written > self._limits.output_bytes:
            return Sentence("too-much-output", limit=self._limits.output_bytes)
        return Sentence()

    @property
    def descriptors(self) -> tuple[int, int, int]:
        """The descriptors of requests, replies and output."""
        return self._child.requests, self._child.replies, self._child.output

    def events(self) -> tuple[int, int, int]:
        """Return what to poll for on each of `descriptors`; 0 for nothing."""
        # A bot that floods the pipe is not read without bound.
        reads = not self.ended and len(self._incoming) <= self._limits.message_bytes + _CHUNK
        return (
            select.POLLOUT if self._outgoing else 0,
            select.POLLIN if reads else 0,
            select.POLLIN if self._output_open else 0,
        )

    def advance(self, descriptor: int) -> None:
        """Read or write what is ready on a descriptor that poll named."""
        if descriptor == self._child.requests:
            self._write()
        elif descriptor == self._child.replies:
            self._read_reply()
        else:
            self._read_output()

    def drain(self) -> None:
        """Read what the bot has printed so far; call it before closing the child."""
        before = -1
        while self._output_open and before != self.log.written <= self._limits.output_bytes:
            before = self.log.written
            self._read_output()

    def _write(self) -> None:
        try:
            written = os.write(self._child.requests, self._outgoing)
            self._outgoing = self._outgoing[written:]
        except BlockingIOError:
            return
        except BrokenPipeError:
            # The bot's end is handled when the end of its replies is read.
            self._outgoing = memoryview(b"")

    def _read_reply(self) -> None:
        data, self.read_at = _read(self._child.replies), self._now()
        self.ended = data == b""
        self._incoming += data or b""

    def _read_output(self) -> None:
        data = _read(self._child.output)
        self._output_open = data != b""
        self.log.write(data or b"")


class Table:
    """All wires of one game in one loop, which also calls the caller's `watch`."""

    def __init__(
        self, watch: Callable[[], None] | None, aside: Callable[[], bool] = lambda: False
    ) -> None:
        """`aside` takes a step of other work without waiting; it returns False when all is done."""
        self.wires: list[Wire] = []
        self._watch = watch
        self._aside = aside
        # The first turn may be long enough for a step, so none is taken before it.
        self._has_work, self._stepped = True, True
        self._due = 0.0
        self._away = 0.0
        self.late = 0.0
        """The seconds of the last wait during which the table's clock stood still."""
        # Kept, since the events to poll for hardly ever change from one wait to the next.
        self._watched: dict[Wire, tuple[int, int, int]] = {}
        self._owners: dict[int, Wire] = {}
        self._poll = select.poll()

    def now(self) -> float:
        """Return the seconds on the table's own clock, which stops while the referee is absent.

        It is absent during `watch`, and while its process is stopped or has no processor. No bot's
        clock runs then. It is also absent during a step aside in which an answer came.
        """
        return time.perf_counter() - self._away

    def beat(self) -> None:
        """Call `watch` if it is due. Raises what `watch` raises."""
        now = time.perf_counter()
        if self._watch is not None and now >= self._due:
            self._due = now + BEAT_SECONDS
            self._watch()
            self._away += time.perf_counter() - now

    def patience(self, seconds: float) -> float:
        """Return how long to wait for an answer before `step_aside` may take a step."""
        return min(seconds, AT_ONCE_SECONDS) if self._has_work else seconds

    def step_aside(self) -> None:
        """Take a step of the other work, if any is left, while a bot thinks.

        If something comes in during the step, its time is unknown: the step is on no bot's clock.
        """
        if self._has_work:
            began = time.perf_counter()
            self._has_work, self._stepped = self._aside(), True
            if self._poll.poll(0):
                self._away += time.perf_counter() - began

    def turn_over(self) -> None:
        """Between two turns, take a step if none was taken during the last one."""
        if self._has_work and not self._stepped:
            self._has_work = self._aside()
        self._stepped = False

    def wait(self, seconds: float) -> None:
        """Wait at most `seconds` for any wire, read and write what is ready, and beat."""
        watched = {wire: wire.events() for wire in self.wires}
        if self._watched != watched:
            self._register(watched)
        longest = max(0.0, min(seconds, BEAT_SECONDS))
        began = time.perf_counter()
        ready = self._poll.poll(longest * 1000)
        late = time.perf_counter() - began - longest
        self.late = late if late > LATE_SECONDS else 0.0
        self._away += self.late
        for descriptor, _ in ready:
            self._owners[descriptor].advance(descriptor)
        self.beat()

    def _register(self, watched: dict[Wire, tuple[int, int, int]]) -> None:
        self._watched = watched
        self._owners, self._poll = {}, select.poll()
        for wire, masks in watched.items():
            for descriptor, events in zip(wire.descriptors, masks, strict=True):
                if events:
                    self._owners[descriptor] = wire
                    self._poll.register(descriptor, events)


def _read(descriptor: int) -> bytes | None:
    """Return what can be read now: None for nothing yet, b"" at the end."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None
