"""The kernel's Landlock rules for a bot, as pure data, and what of them this kernel knows.

Landlock holds within the process that asked for it, on top of mounts, users and the system call
filter. If one of those has a hole, Landlock still limits which paths may be read and written.
Source: the kernel's Documentation/userspace-api/landlock.rst.
"""

import ctypes
import functools
from dataclasses import dataclass

from agents.sandbox.runtime import DEVICES, SCRATCH

_CREATE_RULESET, _ASK_FOR_VERSION = 444, 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE = (1 << bit for bit in range(6))
_MAKE_DIR, _MAKE_REG = 1 << 7, 1 << 8
_REFER, _TRUNCATE = 1 << 13, 1 << 14
# How many rights to paths each version knows: it refuses rules with rights that it does not know.
_PATH_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NEWEST = max(_PATH_RIGHTS)
_WITH_NETWORK, _WITH_SCOPES = 4, 6
_BIND_TCP_AND_CONNECT_TCP = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11


@dataclass(frozen=True, slots=True)
class PathRules:
    """What `agents.inside.inner` hands to the kernel."""

    ruleset: bytes
    """The kernel's structure of everything that is denied unless a rule allows it."""
    paths: tuple[tuple[str, int], ...]
    """Paths as a bot sees them, with the rights at and beneath each."""


def rules(version: int, *, devices: bool = True) -> PathRules | None:
    """Return what a bot may do with paths, as far as this version of Landlock can express it.

    It denies all that the version knows: also TCP from version 4, and from version 6 abstract
    sockets and signals to processes outside. None for version 0: a kernel without Landlock.
    """
    if version < 1:
        return None
    rights = (1 << _PATH_RIGHTS[min(version, _NEWEST)]) - 1
    network = _BIND_TCP_AND_CONNECT_TCP if version >= _WITH_NETWORK else 0
    scoped = _ABSTRACT_SOCKETS_AND_SIGNALS if version >= _WITH_SCOPES else 0
    words = [rights, network, scoped][: 1 + (version >= _WITH_NETWORK) + (version >= _WITH_SCOPES)]
    read = READ_FILE | READ_DIR
    change = WRITE_FILE | _TRUNCATE | _MAKE_REG | _MAKE_DIR | REMOVE_FILE | REMOVE_DIR | _REFER
    paths = [
        # Nothing may be executed: the interpreter runs already.
        ("/", read),
        (SCRATCH, (read | change) & rights),
        *((device, (READ_FILE | WRITE_FILE | _TRUNCATE) & rights) for device in DEVICES if devices),
    ]
    return PathRules(b"".join(word.to_bytes(8, "little") for word in words), tuple(paths))


@functools.cache
def version() -> int:
    """Return the version of Landlock that this kernel offers here; 0 for none."""
    library = ctypes.CDLL(None, use_errno=True)
    return max(0, int(library.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_FOR_VERSION)))
