"""The layers of the sandbox on this machine, in sentences for the operator."""

import os
import platform
from collections.abc import Iterator

from agents.sandbox import cgroups, landlock, memory, roots, runtime, seccomp
from agents.sandbox.errors import Isolation
from agents.words import Sentence


def describe(isolation: Isolation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return which layers there are, and which are missing and how to get them."""
    return tuple(map(str, _present(isolation))), tuple(map(str, _missing(isolation)))


def _present(isolation: Isolation) -> Iterator[Sentence]:
    yield Sentence(f"layer-{isolation.value}", own_user=os.geteuid() == 0)
    if _in_memory():
        yield Sentence("layer-memory", folder=runtime.location())
    yield Sentence("layer-filter", calls=len(seccomp.ALLOWED), machine=platform.machine())
    if version := landlock.version():
        yield Sentence("layer-landlock", version=version)
    if place := cgroups.place():
        yield Sentence("layer-group", folder=place.folder, limits=sorted(place.controllers))


def _missing(isolation: Isolation) -> Iterator[Sentence]:
    if not _in_memory():
        yield Sentence("no-memory", folder=runtime.location())
    if not landlock.version():
        yield Sentence("no-landlock")
    if (place := cgroups.place()) is None:
        yield Sentence("no-group")
    elif names := sorted(cgroups.WANTED - place.controllers):
        yield Sentence("no-controller", names=names)
    if isolation is Isolation.CHROOT and not _has_devices():
        yield Sentence("no-devices")


def _in_memory() -> bool:
    return memory.holds(runtime.location())


def _has_devices() -> bool:
    """Whether devices could be made where the roots are; the check has just made one."""
    found = (runtime.location() / roots.FOLDER).glob("*/*/dev/null")
    return any(path.is_char_device() for path in found)
