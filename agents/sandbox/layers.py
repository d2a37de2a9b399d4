"""What each layer of the sandbox is on this machine, in sentences for the operator."""

import os
import platform

from agents.sandbox import cgroups, landlock, memory, roots, runtime, seccomp
from agents.sandbox.errors import Isolation

_OUTER = {
    Isolation.BUBBLEWRAP: "Bots run in bubblewrap, under {user}.",
    Isolation.CHROOT: "Bots run in a root folder each (chroot), under {user}.",
}
# The version of Landlock from which on something is covered by it.
_COVERED = {
    1: "reading, writing and executing files",
    3: "truncating them",
    4: "TCP",
    6: "signals and abstract sockets",
}
_MISSING_DEVICES = (
    "The bots have no /dev/null, /dev/zero and /dev/urandom: the worker may make none. It needs "
    "CAP_MKNOD, and KAURI_RUNTIME_DIR on a file system that allows devices."
)
_MISSING_MEMORY = (
    "The files that all bots share lie on a disk, in {folder}. What one bot looks for there, the "
    "next can tell by the time that it takes, and it can fill the kernel's memory with names. Set "
    "KAURI_RUNTIME_DIR to a folder on a tmpfs that lets programs run: docs/41-sandbox.md says how."
)
_MISSING_LANDLOCK = (
    "Landlock is missing, one layer of several. It comes with Linux 5.13; the kernel has to be "
    "started with landlock among the modules that lsm= names, and a container's profile has to "
    "allow its calls."
)
_MISSING_GROUP = (
    "Bots have no control groups: their memory is limited by their address space, and threads, "
    "where allowed, run on for milliseconds when stopped. Delegate a group (version 2) to the "
    "worker: docs/41-sandbox.md says how."
)
_MISSING_CONTROLLER = (
    "Control groups do not limit {names} here: the group that is delegated to the worker does not "
    "hand it on. docs/41-sandbox.md says how."
)


def describe(isolation: Isolation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the layers are, and what of them is missing and how to get it."""
    lines = [_outer(isolation), _shared_files(), _filter(), _landlock(), _group()]
    notes = [
        "" if _in_memory() else _MISSING_MEMORY.format(folder=runtime.location()),
        _MISSING_LANDLOCK if not landlock.version() else "",
        _missing_of_group(),
        _MISSING_DEVICES if isolation is Isolation.CHROOT and not _has_devices() else "",
    ]
    return tuple(filter(None, lines)), tuple(filter(None, notes))


def _outer(isolation: Isolation) -> str:
    own = os.geteuid() == 0
    user = "a user id of its own for each bot" if own else "the worker's own user id"
    return _OUTER[isolation].format(user=user)


def _shared_files() -> str:
    return f"What all bots share lies in memory, in {runtime.location()}." if _in_memory() else ""


def _in_memory() -> bool:
    return memory.holds(runtime.location())


def _filter() -> str:
    count = len(seccomp.ALLOWED)
    return f"System call filter: {count} calls for {platform.machine()}, all others refused."


def _landlock() -> str:
    version = landlock.version()
    covered = ", ".join(what for since, what in _COVERED.items() if since <= version)
    return f"Landlock, version {version}: {covered}." if version else ""


def _group() -> str:
    place = cgroups.place()
    if place is None:
        return ""
    controllers = "".join(f", limits {name}" for name in sorted(place.controllers))
    return (
        f"A control group of its own for each bot in {place.folder}: freezes, kills{controllers}."
    )


def _missing_of_group() -> str:
    place = cgroups.place()
    if place is None:
        return _MISSING_GROUP
    names = " and ".join(sorted(cgroups.WANTED - place.controllers))
    return _MISSING_CONTROLLER.format(names=names) if names else ""


def _has_devices() -> bool:
    """Whether devices could be made where the roots are; the check has just made one."""
    found = (runtime.location() / roots.FOLDER).glob("*/*/dev/null")
    return any(path.is_char_device() for path in found)
