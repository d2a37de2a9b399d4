"""Keeps a handful of programs running in the foreground, and leaves none of them behind.

A program that ends is started again, after pauses that grow while it keeps ending. Told to stop
(SIGINT, SIGTERM or SIGHUP), the supervisor asks every program to end, then makes it. Should the
supervisor itself be killed, the kernel ends them.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
"""Seconds before a program is started again: doubled each time, up to the longest."""

STEADY = 60.0
"""Seconds that a program must have run for its next pause to be the first one again."""

GRACE = 15.0
"""Seconds that programs have to end after SIGTERM."""

_POLL = 0.1


@dataclass(frozen=True)
class Program:
    """A command to keep running, and what log lines call it.

    `niceness` says how far it gives way to the others where they want the same processor.
    """

    name: str
    command: Sequence[str]
    niceness: int = 0


class Supervisor:
    """Runs `programs` until a signal stops it; says what happens to them through `say`."""

    def __init__(
        self, programs: Sequence[Program], *, say: Callable[[str], object], grace: float = GRACE
    ) -> None:
        self._children = [_Child(program, say) for program in programs]
        self._say = say
        self._grace = grace
        self._stops = 0

    def run(self) -> None:
        """Start every program and return when all have been stopped. Call in the main thread."""
        before = {number: signal.signal(number, self._ask_to_stop) for number in STOP_SIGNALS}
        try:
            self._watch()
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _ask_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stops += 1

    def _watch(self) -> None:
        while not self._stops:
            for child in self._children:
                child.keep_running(now=time.monotonic())
            time.sleep(_POLL)

    def _stop(self) -> None:
        """Ask everyone to end; after the grace, or when told a second time, kill who is left."""
        self._say("Stopping")
        for child in self._children:
            child.ask_to_end()
        deadline = time.monotonic() + self._grace
        while any(child.is_running() for child in self._children):
            if time.monotonic() > deadline or self._stops > 1:
                break
            time.sleep(_POLL)
        for child in self._children:
            child.kill()


class _Child:
    """One program's present process, and when to start the next."""

    def __init__(self, program: Program, say: Callable[[str], object]) -> None:
        self._program = program
        self._say = say
        self._process: subprocess.Popen[bytes] | None = None
        self._pause = FIRST_PAUSE
        self._started = 0.0
        self._due = 0.0

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def keep_running(self, *, now: float) -> None:
        """Start the program when it is due; when it has ended, settle when that is."""
        if self.is_running():
            return
        if self._process is not None:
            self._settle_pause(self._process.returncode, now)
        if now >= self._due:
            self._started = now
            self._process = _start(self._program)

    def _settle_pause(self, status: int, now: float) -> None:
        self.kill()
        self._process = None
        if now - self._started >= STEADY:
            self._pause = FIRST_PAUSE
        self._due = now + self._pause
        self._say(
            f"{self._program.name} ended ({describe(status)}); "
            f"it starts again in {self._pause:.0f} s"
        )
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def ask_to_end(self) -> None:
        if self._process is not None and self.is_running():
            self._process.terminate()

    def kill(self) -> None:
        """End the process and whatever it has left behind in its group."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def describe(status: int) -> str:
    """What a process's return code means, for people: "status 3" or "killed by SIGTERM"."""
    if status >= 0:
        return f"status {status}"
    return f"killed by {signal.Signals(-status).name}"


def _start(program: Program) -> "subprocess.Popen[bytes]":
    # A group of its own, since Ctrl-C in a terminal goes to a whole group, and who is asked to end
    # is for the supervisor to say. setpriv, since Python sets no signal for the parent's death.
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
