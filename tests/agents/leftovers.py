"""What bots have left on this machine: processes, mounts, files, control groups, descriptors.

Other processes may play games at the same time: what belongs to a running sandbox of theirs, which
holds the lock of its user id, is not left over.
"""

import os
import re
import tempfile
import time
from collections.abc import Iterator, Set
from pathlib import Path

from agents.sandbox import slots
from agents.sandbox.arguments import INTERPRETER_OPTIONS

PLACES = [Path(tempfile.gettempdir()), Path("/dev/shm"), Path("/var/tmp"), Path("/run/kauri")]
_BOT = "\0".join(INTERPRETER_OPTIONS).encode()
_PATIENCE_SECONDS = 10


def found(family: Set[int] = frozenset(), *, since: float = 0.0) -> list[str]:
    """What is left, a line each; waits a moment for what is just ending.

    With a `family` it is what these processes can have left since that moment: others may be
    playing, and ending, on this machine at the same time.
    """
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while (left := list(_all(family, since))) and time.monotonic() < deadline:
        time.sleep(0.1)
    return left


def _all(family: Set[int] = frozenset(), since: float = 0.0) -> Iterator[str]:
    free = _free_ids()
    yield from _processes(set() if family else free)
    yield from _files(free, since)
    if not family:
        yield from _mounts()
    yield from _control_groups(family or {os.getpid()})
    yield from _descriptors()


def _free_ids() -> set[int]:
    """The user ids for bots that no running sandbox has just now."""
    if os.geteuid() != 0:
        return set()
    locks = Path("/proc/locks").read_text()
    held = set(re.findall(r" FLOCK .*:(\d+) 0 EOF", locks))
    paths = slots._LOCKS.glob("[0-9]*")
    return {int(path.name) for path in paths if str(path.stat().st_ino) not in held}


def _processes(free: set[int]) -> Iterator[str]:
    children: dict[int, list[int]] = {}
    owners, commands = {}, {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            status = (path / "status").read_text()
            commands[int(path.name)] = (path / "cmdline").read_bytes()
        except OSError:
            continue  # it ended meanwhile
        facts = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        owners[int(path.name)] = int(facts["Uid"].split()[0])
        children.setdefault(int(facts["PPid"]), []).append(int(path.name))
    ours = _descendants(os.getpid(), children)
    for pid, command in commands.items():
        if owners[pid] in free or (pid in ours and _BOT in command):
            yield f"process {pid} of user {owners[pid]}: {command[:200]!r}"


def _descendants(pid: int, children: dict[int, list[int]]) -> set[int]:
    direct = children.get(pid, [])
    return set(direct).union(*(_descendants(child, children) for child in direct))


def _files(free: set[int], since: float) -> Iterator[str]:
    for path in (path for place in PLACES if place.is_dir() for path in place.iterdir()):
        try:
            status = path.lstat()
        except FileNotFoundError:
            continue
        if status.st_uid in free and status.st_ctime >= since:
            yield f"file {path} of user {status.st_uid}"


def _mounts() -> Iterator[str]:
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        where = line.split()[4]
        if "newroot" in where or "kauri-bot-" in where:
            yield f"mount {line}"


def _control_groups(family: Set[int]) -> Iterator[str]:
    for path in Path("/sys/fs/cgroup").rglob("kauri-*"):
        name = re.match(r"kauri-(\d+)-", path.name)
        if name and int(name[1]) in family:
            yield f"control group {path}"


def _descriptors() -> Iterator[str]:
    for path in Path("/proc/self/fd").iterdir():
        try:
            target = os.readlink(path)
        except FileNotFoundError:
            continue
        if "[pidfd]" in target or "memfd:seccomp" in target or str(slots._LOCKS) in target:
            yield f"descriptor {path.name}: {target}"
