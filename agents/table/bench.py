"""Processes for bots: started on demand, or ahead of time while another game is played.

Every process serves one bot in one game. A process that is started ahead of time has received
only the hello. Until its game it waits idle, and no code of a bot runs in it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass

from agents.inside import protocol
from agents.sandbox import Child, Isolation, SandboxUnavailable, Starting, begin
from agents.sandbox.polling import has_input
from agents.terms.limits import Limits


@dataclass(frozen=True)
class Begun:
    """A process that is starting; its reply to hello must repeat the `nonce`."""

    child: Child
    nonce: str

    def is_up(self) -> bool:
        """Tell whether it has replied to hello, or ended."""
        return has_input(self.child.replies)


def greeted(starting: Starting, variant: str = "") -> Begun:
    """Greet a process once it is up, without waiting for its reply.

    It imports the rules of the `variant` before it replies. Raises SandboxUnavailable.
    """
    child = starting.child()
    nonce = secrets.token_hex(16)
    hello = {"type": "hello", "protocol": protocol.VERSION, "nonce": nonce, "variant": variant}
    # If it has ended already, that is reported when its replies are read.
    with contextlib.suppress(BrokenPipeError):
        os.write(child.requests, protocol.encode(hello))
    return Begun(child, nonce)


class Bench:
    """The processes of a match's next game, started while this game is played.

    A context manager that ends the processes that no game has taken. Use it in the thread that
    plays, because processes end with the thread that started them. On a single processor it starts
    none ahead of time: that would run on a bot's clock.
    """

    def __init__(
        self, *, limits: Limits, isolation: Isolation, processors: int | None = None
    ) -> None:
        """`processors` is how many this process may run on (None: ask the system)."""
        self.limits = limits
        self.isolation = isolation
        self._ahead = (processors or len(os.sched_getaffinity(0))) > 1
        self._starting: Starting | None = None
        self._waiting: list[Begun] = []
        self._expected, self._variant = 0, ""

    @property
    def abreast(self) -> int:
        """The most bots that may load at once: a bot shares processors with at most one other."""
        return 2 if self._ahead else 1

    def expect(self, processes: int, variant: str = "") -> None:
        """Set how many processes the next game needs; 0 if there is no next game.

        They import the rules of the `variant` ahead, and can play any other as well.
        """
        self._expected, self._variant = processes, variant

    def prepare(self) -> bool:
        """Take one step towards the expected processes, without waiting.

        Returns False when all are up, or when none may be started. Call it when no bot is on its
        clock. Only one process starts at a time, so a bot shares the processors with one at most.
        """
        if not self._ahead:
            return False
        if any(not begun.is_up() for begun in self._waiting[-1:]):
            return True
        if self._starting is None and len(self._waiting) >= self._expected:
            return False
        # A failure here is ignored: the next game starts its own processes, and reports it.
        with contextlib.suppress(SandboxUnavailable):
            self._step()
        return True

    def _step(self) -> None:
        if self._starting is None:
            self._starting = begin(limits=self.limits, isolation=self.isolation)
        elif self._starting.is_up():
            starting, self._starting = self._starting, None
            self._waiting.append(greeted(starting, self._variant))

    def take(self) -> Begun:
        """Return a process for one bot and one game, started now if none waits.

        The caller closes it.

        Raises SandboxUnavailable.
        """
        while self._waiting:
            begun = self._waiting.pop(0)
            if begun.child.alive():
                return begun
            begun.child.close()
        starting, self._starting = self._starting, None
        starting = starting or begin(limits=self.limits, isolation=self.isolation)
        return greeted(starting, self._variant)

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
