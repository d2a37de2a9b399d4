"""User ids and ports that no other test process on this machine has.

Several suites may run at the same time, beside a site. A claim is a lock on a file, which the
kernel ends with the process. Workers of a site take none of these ids, and the kernel gives none of
these ports to a connection.
"""

import contextlib
import fcntl
import functools
import os
import random
import socket
import tempfile
from collections.abc import Iterable
from pathlib import Path

_FOLDER = Path(tempfile.gettempdir()) / f"kauri-tests-{os.geteuid()}"
_BLOCK = 40
_BLOCKS = range(58000, 59000, _BLOCK)
_PORTS = range(20_000, 30_000)
_held: list[int] = []
"""The descriptors of the locks; they stay open for as long as the process lives."""


@functools.cache
def user_ids() -> range:
    """The user ids that belong to this process."""
    first = next(number for number in _BLOCKS if _claims(f"user-{number}"))
    return range(first, first + _BLOCK)


def port() -> int:
    """A port of 127.0.0.1 on which no other program listens, kept for this process."""
    return next(number for number in _in_any_order(_PORTS) if _listens(number))


def _in_any_order(numbers: range) -> Iterable[int]:
    return random.sample(numbers, len(numbers))


def _listens(number: int) -> bool:
    """Whether this process has claimed a port, and may listen there."""
    if not _claims(f"port-{number}"):
        return False
    with socket.socket() as probe, contextlib.suppress(OSError):
        probe.bind(("127.0.0.1", number))
        return True
    return False


def _claims(name: str) -> bool:
    _FOLDER.mkdir(mode=0o700, exist_ok=True)
    descriptor = os.open(_FOLDER / name, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return False
    _held.append(descriptor)
    return True
