"""Processes for bots: begun when they are needed, or beforehand while another game is played.

Every process serves one bot in one game. A process that is begun beforehand has received only the
hello: no code of a bot runs in it before its game, and until then it waits idle.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
from dataclasses import dataclass

from agents import protocol
from agents.limits import Limits
from agents.sandbox import Child, Isolation, SandboxUnavailable, Starting, begin


@dataclass(frozen=True)
class Begun:
    """A process that comes up; its reply to hello is to repeat the `nonce`."""

    child: Child
    nonce: str

    def is_up(self) -> bool:
        """Tell whether it has replied to hello, or ended."""
        return bool(select.select([self.child.replies], [], [], 0)[0])


def greeted(starting: Starting) -> Begun:
    """Greet a process once it is up, and do not wait for its reply.

    Raises SandboxUnavailable.
    """
    child = starting.child()
    nonce = secrets.token_hex(16)
    hello = {"type": "hello", "protocol": protocol.VERSION, "nonce": nonce}
    # Where it has ended already, the end of its replies tells why.
    with contextlib.suppress(BrokenPipeError):
        os.write(child.requests, protocol.encode(hello))
    return Begun(child, nonce)


class Bench:
    """The processes of the next game of a match, begun while this one is played.

    A context manager that ends what was not used. It lives in one thread, the one that plays:
    processes end with the thread that began them. On a single processor it begins none
    beforehand, since that would run on a bot's clock.
    """

    def __init__(
        self, *, limits: Limits, isolation: Isolation, processors: int | None = None
    ) -> None:
        """`processors` is how many this process may run on (None: as the system says)."""
        self.limits = limits
        self.isolation = isolation
        self._ahead = (processors or len(os.sched_getaffinity(0))) > 1
        self._starting: Starting | None = None
        self._waiting: list[Begun] = []
        self._expected = 0

    def expect(self, processes: int) -> None:
        """Tell how many processes the game after the present one needs; 0 when there is none."""
        self._expected = processes

    def prepare(self) -> bool:
        """Go one step on with the expected processes, one after the other; wait for nothing.

        False when all are there and up, or none may be begun. To be called at moments when no bot
        is on its clock. One at a time, so that a bot on its clock shares the processors with one
        of them at the most.
        """
        if not self._ahead:
            return False
        if any(not begun.is_up() for begun in self._waiting[-1:]):
            return True
        if self._starting is None and len(self._waiting) >= self._expected:
            return False
        # What fails now costs nothing: the next game begins its own, and tells of the failure.
        with contextlib.suppress(SandboxUnavailable):
            self._step()
        return True

    def _step(self) -> None:
        if self._starting is None:
            self._starting = begin(limits=self.limits, isolation=self.isolation)
        elif self._starting.is_up():
            starting, self._starting = self._starting, None
            self._waiting.append(greeted(starting))

    def take(self) -> Begun:
        """A process for one bot and one game, the caller's to close; begun now if none waits.

        Raises SandboxUnavailable.
        """
        while self._waiting:
            begun = self._waiting.pop(0)
            if begun.child.alive():
                return begun
            begun.child.close()
        starting, self._starting = self._starting, None
        return greeted(starting or begin(limits=self.limits, isolation=self.isolation))

    def close(self) -> None:
        """End the processes that were not used. May be repeated."""
        if self._starting:
            self._starting.close()
            self._starting = None
        while self._waiting:
            self._waiting.pop().child.close()

    def __enter__(self) -> Bench:
        """Return the bench itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()
