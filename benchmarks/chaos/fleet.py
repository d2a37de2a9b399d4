"""The platform's processes, as their operating system sees them: kept running, killed, counted."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agents.sandbox.arguments import INTERPRETER_OPTIONS

PROJECT = Path(__file__).resolve().parents[2]
STOP_SECONDS = 60.0

_BOT = b"\0" + "\0".join(INTERPRETER_OPTIONS).encode() + b"\0"
_PR_SET_CHILD_SUBREAPER = 36


@dataclass
class Member:
    """A program that is started again whenever it has ended. `settings` are its own."""

    name: str
    command: Sequence[str]
    settings: Mapping[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        running = self.process is not None and self.process.poll() is None
        return self.process.pid if running else None


class Fleet:
    """Keeps `members` running, their words in the file `log`. For one thread alone."""

    def __init__(self, members: Sequence[Member], *, log: Path) -> None:
        adopt_orphans()
        self.members = members
        self.restarts = 0
        self.family = {os.getpid()}
        """This process and all that have played or tended so far."""
        self._log = log

    def tend(self) -> None:
        """Start what does not run, and bury what was left to this process."""
        for member in self.members:
            if member.pid is None:
                self.restarts += member.process is not None
                member.process = self._started(member)
        for pid in self.mains(""):
            self.family |= {pid, *children(pid)}
        bury({member.process.pid for member in self.members if member.process is not None})

    def _started(self, member: Member) -> "subprocess.Popen[bytes]":
        with self._log.open("ab") as log:
            return subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "--", *member.command],
                cwd=PROJECT,
                env={**os.environ, **member.settings},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,
            )

    def stop(self) -> list[str]:
        """Tell every member to end; the names of those that had to be killed."""
        running = [member for member in self.members if member.pid is not None]
        for member in running:
            member.process.send_signal(signal.SIGCONT)
            member.process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        late = [member for member in running if not _ends(member.process, deadline)]
        for member in late:
            os.killpg(member.process.pid, signal.SIGKILL)
            member.process.wait()
        bury(set())
        return [member.name for member in late]

    def mains(self, prefix: str) -> list[int]:
        """The main processes of the members whose names begin so."""
        return [m.pid for m in self.members if m.name.startswith(prefix) and m.pid is not None]

    def pool(self, prefix: str) -> list[int]:
        """The processes that do the tasks of these members."""
        return [child for pid in self.mains(prefix) for child in children(pid)]

    def deputies(self, prefix: str) -> list[int]:
        """The processes beside those that do the tasks of these members, but for bots."""
        beside = [child for pid in self.pool(prefix) for child in children(pid)]
        return [pid for pid in beside if b"celery" in _command(pid)]


def _ends(process: "subprocess.Popen[bytes]", deadline: float) -> bool:
    try:
        process.wait(max(0.1, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return False
    return True


def bots() -> list[int]:
    """The processes in which bots run, of all workers that descend from this process."""
    return _sandboxes(lambda command: not _is_cage(command))


def cages() -> list[int]:
    """The processes of bubblewrap around them."""
    return _sandboxes(_is_cage)


def _is_cage(command: bytes) -> bool:
    return command.partition(b"\0")[0].endswith(b"bwrap")


def _sandboxes(wanted: Callable[[bytes], bool]) -> list[int]:
    commands = {pid: _command(pid) for pid in descendants(os.getpid())}
    return [pid for pid, command in commands.items() if _BOT in command and wanted(command)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""  # it has ended meanwhile


def children(pid: int) -> list[int]:
    """The children of a process; none when it has ended."""
    found: list[int] = []
    # A thread, or all of the process, may end while it is looked at.
    with contextlib.suppress(OSError):
        for path in Path(f"/proc/{pid}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += map(int, path.read_text().split())
    return found


def descendants(pid: int) -> list[int]:
    """All that descend from a process."""
    direct = children(pid)
    return direct + [one for child in direct for one in descendants(child)]


def adopt_orphans() -> None:
    """Become the parent of whatever descends from this process and loses its own."""
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "this process cannot adopt orphans")


def bury(known: set[int]) -> None:
    """Take note of the end of every orphan, so that none stays as a zombie."""
    for pid in set(children(os.getpid())) - known:
        if _state(pid) == "Z":
            os.waitpid(pid, os.WNOHANG)


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""
