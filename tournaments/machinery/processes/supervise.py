"""Keep a handful of programs running in the foreground, and leave none of them behind.

A program that ends is started again, after pauses that grow while it keeps ending. On SIGINT,
SIGTERM or SIGHUP, the supervisor asks every program to end, and kills those that do not. If the
supervisor itself is killed, the kernel ends them.
"""

import contextlib
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Self

from agents.sandbox.polling import has_input

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
"""Seconds before a program is started again: doubled each time, up to the longest."""

STEADY = 60.0
"""Seconds that a program must have run for its next pause to be the first one again."""

GRACE = 15.0
"""Seconds that programs have to end after SIGTERM."""

_MANY_SIGNALS = 4096


@dataclass(frozen=True)
class Program:
    """A command to keep running, and its name in log lines.

    `niceness` says how far it gives way to the others when they need the same processor. A `build`
    runs once, and a program starts `after` the build of that name has ended. Those that `reload`
    get SIGHUP when a build has made something, which its status 0 says.
    """

    name: str
    command: Sequence[str]
    niceness: int = 0
    is_build: bool = False
    after: str = ""
    reloads: bool = False


class Supervisor:
    """Run `programs` until a signal stops it; report what happens to them through `say`."""

    def __init__(
        self, programs: Sequence[Program], *, say: Callable[[str], object], grace: float = GRACE
    ) -> None:
        self._children = [_Child(program, say) for program in programs]
        self._say = say
        self._grace = grace
        self._stops = 0

    def run(self) -> None:
        """Start every program and return when all have been stopped. Call in the main thread.

        The signals that stop it may be blocked until then, so that none ends it before it can end
        the programs.
        """
        before = {number: signal.signal(number, self._ask_to_stop) for number in STOP_SIGNALS}
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
        try:
            with _Signals() as signals:
                self._watch_and_stop(signals)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _ask_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stops += 1

    def _watch_and_stop(self, signals: "_Signals") -> None:
        try:
            self._watch(signals)
        finally:
            self._stop(signals)

    def _watch(self, signals: "_Signals") -> None:
        while not self._stops:
            for child in self._children:
                if child.program.is_build:
                    self._build(child)
                elif self._may_start(child):
                    child.keep_running(now=time.monotonic())
            signals.wait(until=min(map(_Child.due, filter(self._may_start, self._children))))

    def _may_start(self, child: "_Child") -> bool:
        """Tell whether the build has ended that the program waits for."""
        return child.program.after not in {
            other.program.name for other in self._children if not other.is_done
        }

    def _build(self, child: "_Child") -> None:
        """Run a build once; after it, programs that reload use what it has made."""
        if not child.is_done and self._may_start(child) and child.has_built(now=time.monotonic()):
            for other in self._children:
                other.reload()

    def _stop(self, signals: "_Signals") -> None:
        """Ask all programs to end; after the grace, or on a second signal, kill the rest."""
        self._say("Stopping")
        for child in self._children:
            child.ask_to_end()
        deadline = time.monotonic() + self._grace
        while any(child.is_running() for child in self._children):
            if time.monotonic() > deadline or self._stops > 1:
                break
            signals.wait(until=deadline)
        for child in self._children:
            child.kill()


class _Signals:
    """A sleep that ends with a signal: one that stops the supervisor, or the end of a child."""

    def __enter__(self) -> Self:
        self._comes, self._goes = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._descriptor_before = signal.set_wakeup_fd(self._goes, warn_on_full_buffer=False)
        # A signal without a handler does not end the sleep.
        self._handler_before = signal.signal(signal.SIGCHLD, lambda *_signal: None)
        return self

    def __exit__(self, *_error: object) -> None:
        signal.signal(signal.SIGCHLD, self._handler_before)
        signal.set_wakeup_fd(self._descriptor_before)
        os.close(self._comes)
        os.close(self._goes)

    def wait(self, *, until: float) -> None:
        """Sleep until a signal has come since the last wait, or until that moment."""
        has_input(self._comes, max(0.0, until - time.monotonic()))
        with contextlib.suppress(BlockingIOError):
            os.read(self._comes, _MANY_SIGNALS)


class _Child:
    """One program's present process, and when to start the next."""

    def __init__(self, program: Program, say: Callable[[str], object]) -> None:
        self.program = program
        self.is_done = not program.is_build
        self._say = say
        self._process: subprocess.Popen[bytes] | None = None
        self._pause = FIRST_PAUSE
        self._started = 0.0
        self._due = 0.0

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def due(self) -> float:
        """Return when to look at it again if no signal comes."""
        return math.inf if self._process is not None else self._due

    def keep_running(self, *, now: float) -> None:
        """Start the program if it is due; if it has ended, decide when it is due again."""
        if self.is_running():
            return
        if self._process is not None:
            self._settle_pause(self._process.returncode, now)
        if now >= self._due:
            self._started = now
            self._process = _start(self.program)

    def has_built(self, *, now: float) -> bool:
        """Start the build; return True once it has ended and made something."""
        if self._process is None:
            self.keep_running(now=now)
        elif not self.is_running():
            self.is_done = True
        return self.is_done and self._process is not None and self._process.returncode == 0

    def reload(self) -> None:
        if self.program.reloads and self._process is not None and self.is_running():
            self._process.send_signal(signal.SIGHUP)

    def _settle_pause(self, status: int, now: float) -> None:
        self.kill()
        self._process = None
        if now - self._started >= STEADY:
            self._pause = FIRST_PAUSE
        self._due = now + self._pause
        self._say(
            f"{self.program.name} ended ({describe(status)}); "
            f"it starts again in {self._pause:.0f} s"
        )
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def ask_to_end(self) -> None:
        if self._process is not None and self.is_running():
            self._process.terminate()

    def kill(self) -> None:
        """Kill the process and everything that it has left behind in its group."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def describe(status: int) -> str:
    """Return what a process's return code means: "status 3" or "killed by SIGTERM"."""
    if status >= 0:
        return f"status {status}"
    return f"killed by {signal.Signals(-status).name}"


def _start(program: Program) -> "subprocess.Popen[bytes]":
    # A group of its own, since Ctrl-C in a terminal goes to a whole group, and only the supervisor
    # may decide which program ends. setpriv, since Python sets no signal for the parent's death.
    dies = [_find("setpriv", "util-linux"), "--pdeathsig", "KILL", "--"]
    gives_way = [_find("nice", "coreutils"), "-n", str(program.niceness)]
    return subprocess.Popen(  # noqa: S603 - our own commands
        [*dies, *gives_way, *program.command],
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        process_group=0,
    )


def _find(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"The program {name} is missing; it is part of {package}.")
    return found
