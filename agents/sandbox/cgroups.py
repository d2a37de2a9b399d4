"""A control group (version 2) of its own for every sandbox, where this process may make one.

It counts what resource limits cannot (kernel memory, the scratch space), stops threads together,
and ends everything in it at once. Source: the kernel's Documentation/admin-guide/cgroup-v2.rst.
"""

import contextlib
import functools
import itertools
import os
import select
from dataclasses import dataclass
from pathlib import Path

from agents.terms.faults import PlatformFault
from agents.terms.limits import Limits

WANTED = frozenset({"memory", "pids"})
"""The controllers that sandboxes use."""

_NAME = "kauri-"
_FREEZE_SECONDS = 20.0
"""The kernel takes milliseconds, and seconds if every thread has to wait for a processor."""

_DELEGATED = ("user.delegate", "trusted.delegate")
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Place:
    """Where groups are made."""

    folder: Path
    """The group that holds them."""
    controllers: frozenset[str]
    """What they can limit: those of `WANTED` that this group delegates."""


class Group:
    """One group, which exists until `remove`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def processes(self) -> Path:
        """The file to which a process writes its id to be moved here, with all it starts later."""
        return self._folder / "cgroup.procs"

    def freeze(self) -> None:
        """Stop every thread in here, and wait until the kernel says that all have stopped.

        Raises PlatformFault if the kernel does not say so in time.
        """
        self._write("cgroup.freeze", "1")
        with (self._folder / "cgroup.events").open() as events:
            changed = select.poll()
            changed.register(events, select.POLLPRI)
            while "frozen 1" not in events.read():
                if not changed.poll(_FREEZE_SECONDS * 1000):
                    raise PlatformFault("not-frozen", seconds=_FREEZE_SECONDS)
                events.seek(0)

    def thaw(self) -> None:
        """Let all threads in here run on."""
        self._write("cgroup.freeze", "0")

    def kill(self) -> None:
        """End every process in here."""
        self._write("cgroup.kill", "1")

    def memory_exceeded(self) -> bool:
        """Return whether the kernel has ended a process in here because memory ran out."""
        file = self._folder / "memory.events"
        return file.exists() and "\noom_kill 0\n" not in "\n" + file.read_text()

    def remove(self) -> None:
        """End all processes in here, and remove the group."""
        self.kill()
        with (self._folder / "cgroup.events").open() as events:
            changed = select.poll()
            changed.register(events, select.POLLPRI)
            while "populated 1" in events.read():
                changed.poll(_FREEZE_SECONDS * 1000)
                events.seek(0)
        self._folder.rmdir()

    def limit(self, controllers: frozenset[str], limits: Limits, *, helpers: int) -> None:
        """Set the limits of the controllers; `helpers` processes in here are not the bot's."""
        if "memory" in controllers:
            # The scratch space is memory too, counted here and limited elsewhere.
            self._write("memory.max", str(limits.memory_bytes + limits.scratch_bytes))
            self._write("memory.swap.max", "0")
        if "pids" in controllers:
            self._write("pids.max", str(limits.processes + helpers))

    def _write(self, name: str, text: str) -> None:
        with (self._folder / name).open("w") as file:
            file.write(text)


def make(limits: Limits, *, helpers: int) -> Group | None:
    """Return a new group with these limits, or None where none can be made."""
    if (where := place()) is None:
        return None
    folder = where.folder / f"{_NAME}{os.getpid()}-{next(_numbers)}"
    folder.mkdir()
    group = Group(folder)
    try:
        group.limit(where.controllers, limits, helpers=helpers)
    except BaseException:
        group.remove()
        raise
    return group


def place() -> Place | None:
    """Return where this process may make groups, or None."""
    return _place(os.getpid())


@functools.cache
def _place(_process: int) -> Place | None:
    """Do so once for each process. Also remove the groups that killed workers have left there."""
    mount = _mount_point(Path("/proc/self/mountinfo").read_text(encoding="utf-8"))
    own = _own_group(Path("/proc/self/cgroup").read_text(encoding="utf-8"))
    if mount is None or own is None:
        return None
    folder = _delegated(mount, mount / own.lstrip("/"))
    if not os.access(folder / "cgroup.procs", os.W_OK):
        return None
    _sweep(folder)
    return Place(folder, _controllers(folder))


def _mount_point(text: str) -> Path | None:
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        if after.startswith("cgroup2 "):
            return Path(before.split()[4])
    return None


def _own_group(text: str) -> str | None:
    for line in text.splitlines():
        if line.startswith("0::"):
            return line.removeprefix("0::")
    return None


def _delegated(mount: Path, own: Path) -> Path:
    """Return the parent if a service manager has marked it as delegated; else our own group.

    Only a group without processes of its own can delegate controllers, so services run in a group
    below their own (systemd: DelegateSubgroup=).
    """
    if own != mount:
        for name in _DELEGATED:
            with contextlib.suppress(OSError):
                if os.getxattr(own.parent, name) == b"1":
                    return own.parent
    return own


def _controllers(folder: Path) -> frozenset[str]:
    """Return what groups in here can limit, after enabling all that is offered."""
    offered = WANTED & set((folder / "cgroup.controllers").read_text().split())
    handing_on = folder / "cgroup.subtree_control"
    # Refused if processes live in the group itself; then there are fewer, and `check` reports it.
    for name in offered - set(handing_on.read_text().split()):
        with contextlib.suppress(OSError):
            handing_on.write_text(f"+{name}")
    return frozenset(WANTED & set(handing_on.read_text().split()))


def _sweep(folder: Path) -> None:
    for left in folder.glob(f"{_NAME}*-*"):
        pid = left.name.removeprefix(_NAME).partition("-")[0]
        if not Path("/proc", pid).exists():
            with contextlib.suppress(OSError):
                left.rmdir()
