"""Measure how long the host, and not the bot, delayed a bot's answer.

Linux counts for every thread how long it was ready to run while other threads had the processor
(`/proc/PID/task/TID/schedstat`: run-queue delay, nanoseconds, readable by every user). Neither
sleeping nor being stopped counts. docs/40-protocol.md states the rule that follows from it.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from agents.words import Sentence

WAKE_SECONDS = 50e-6
"""What every start on a processor takes anyway. It does not count as a stall: a bot that sleeps and
wakes a hundred thousand times has not been stalled."""
RECORDED_SECONDS = 0.001
"""The shortest stall that is taken off a clock and written into a record."""
STARVED_SECONDS = 10.0
"""The host has failed if a bot that is ready to run gets no processor for this many seconds."""

_ANSWER_BYTES = 128


class Account(NamedTuple):
    """What the kernel has counted for one thread: seconds on a processor, seconds of waiting for
    one, and how often it was given one.
    """

    cpu: float
    delay: float
    starts: int

    @classmethod
    def of(cls, said: bytes) -> Account:
        """Return the account in the kernel's line. Raises ValueError if the line holds none."""
        cpu, delay, starts = said.split()
        return cls(int(cpu) / 1e9, int(delay) / 1e9, int(starts))

    def stalled(self, later: Account, *, other_cpu: float) -> float:
        """Return the stall between this account and a `later` one, in seconds.

        `other_cpu` is the CPU time that bot and referee themselves used between them in other
        threads: waits among these are not caused by the host, and a bot can provoke them.
        """
        waking = WAKE_SECONDS * (later.starts - self.starts)
        return max(0.0, later.delay - self.delay - waking - other_cpu)


class Schedule:
    """The account of one thread, read through one descriptor that stays open."""

    def __init__(self, thread: Path) -> None:
        """`thread` is its folder in /proc. Raises OSError if the kernel gives no account."""
        self._thread = thread
        self._descriptor = os.open(thread / "schedstat", os.O_RDONLY | os.O_CLOEXEC)
        try:
            self._said = os.pread(self._descriptor, _ANSWER_BYTES, 0)
            Account.of(self._said)
        except (OSError, ValueError) as error:
            self.close()
            unread = Sentence("unreadable-account", path=thread / "schedstat", why=error)
            raise OSError(unread) from error

    def read(self) -> bytes:
        """Return the kernel's line now, for `Account.of`; the last one if the thread has ended.

        Read it at every turn, but parse it only when the stall is needed.
        """
        try:
            self._said = os.pread(self._descriptor, _ANSWER_BYTES, 0)
        except ProcessLookupError:
            return self._said  # it has ended
        return self._said

    def account(self) -> Account:
        """Return what the kernel has counted so far; the last count if the thread has ended."""
        return Account.of(self.read())

    def close(self) -> None:
        """Close the descriptor; call once."""
        os.close(self._descriptor)

    def runs(self) -> bool:
        """Tell whether the thread runs or is ready to run; False if it has ended."""
        try:
            status = (self._thread / "stat").read_text()
        except OSError:
            return False
        return status.rpartition(")")[2].split()[0] == "R"


class StallMeter:
    """Measure the stall of one bot, and of the referee that waits for it, action by action.

    Only the first thread of the bot's process counts, and only while no other thread of the bot has
    the processor. The referee's own delay counts for its last wait, when it may have seen the
    answer late. Use it in the thread that made it.
    """

    def __init__(self, pid: int, cpu_seconds: Callable[[], float]) -> None:
        """`cpu_seconds` returns the CPU time of the bot's process, whose id is `pid`."""
        self._cpu_seconds = cpu_seconds
        self._open = contextlib.ExitStack()
        self.unmeasured = ""
        """Why stalls cannot be measured on this host; empty where they can."""
        try:
            with contextlib.ExitStack() as opened:
                self._bot = Schedule(Path(f"/proc/{pid}/task/{pid}"))
                opened.callback(self._bot.close)
                self._own = Schedule(Path("/proc/thread-self").resolve())
                opened.callback(self._own.close)
                self._open = opened.pop_all()
        except OSError as error:
            self.unmeasured = str(error)

    def begin(self, cpu: float) -> None:
        """Start: the bot's clock runs from now on. `cpu` is the CPU seconds it has used so far."""
        if not self.unmeasured:
            self._bot_said, self._own_said = self._bot.read(), self._own.read()
            self._own_cpu_began = time.process_time()
            self._cpu_began = self._cpu_waited = cpu
            self._began = self._waited = time.perf_counter()

    def wait_again(self) -> None:
        """Note that the referee has waited, and waits again for the same answer."""
        if not self.unmeasured:
            self._own_said, self._cpu_waited = self._own.read(), self._cpu_seconds()
            self._waited = time.perf_counter()

    def seconds(self, cpu: float, *, absent: float = 0.0) -> float:
        """Return the stall since `begin`; 0 if it cannot be measured. `cpu` is as for `begin`.

        `absent` is the part of the referee's last wait, in seconds, that is on no bot's clock.
        """
        if self.unmeasured or self._most(cpu) <= 0:
            return 0.0
        return self._measured(cpu, absent)

    def bot_runs(self) -> bool:
        """Tell whether the bot runs or is ready to run: the kernel counts a wait at its end."""
        return not self.unmeasured and self._bot.runs()

    def close(self) -> None:
        """Close all descriptors. May be repeated."""
        self._open.close()

    def _most(self, cpu: float) -> float:
        """Return the largest stall that the clocks alone allow, in seconds; usually none.

        No wait for a processor was longer than the bot was without one, and the first start on
        one has `WAKE_SECONDS` free.
        """
        now = time.perf_counter()
        since_began = now - self._began - (cpu - self._cpu_began)
        since_waited = now - self._waited - (cpu - self._cpu_waited)
        return max(since_began, since_waited) - WAKE_SECONDS

    def _measured(self, cpu: float, absent: float) -> float:
        """Return the stall by the kernel's accounts."""
        bot_began, bot = Account.of(self._bot_said), self._bot.account()
        own_waited, own = Account.of(self._own_said), self._own.account()
        # The CPU time since `begin` of the referee, of the count of the bot's files in the
        # background, and of the bot's other threads.
        threads = max(0.0, cpu - self._cpu_began - (bot.cpu - bot_began.cpu))
        others = time.process_time() - self._own_cpu_began + threads
        late = own_waited.stalled(own, other_cpu=cpu - self._cpu_waited)
        return bot_began.stalled(bot, other_cpu=others) + max(0.0, late - absent)
