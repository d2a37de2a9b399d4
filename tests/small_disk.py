"""Disks that can be full: small file systems in memory, which are gone with who uses them."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path

_BLOCKS = (1 << 20, 1 << 12, 1)
_MOUNT = """
mount -t tmpfs -o "size=$1,mode=700" tmpfs "$2" && : > "$2/ballast" && shift 2 && exec "$@"
"""


def command(folder: Path, *, size: int, as_root: bool, then: Sequence[str]) -> list[str]:
    """The command line that runs another one with `folder` on a disk of `size` bytes of its own.

    No other process has that disk at this place, and the kernel removes it with the last one that
    has. It takes what bubblewrap takes: root, or for ordinary users namespaces, whose rights are
    given up again before the other command begins.
    """
    users = [] if as_root else ["--user", "--map-current-user", "--keep-caps"]
    mount = ["sh", "-c", _MOUNT, "mount", str(size), str(folder)]
    # Only here: what a process inherits of this is lost where it gets rights.
    plain = ["setpriv", "--inh-caps=-all", "--ambient-caps=-all", "--pdeathsig", "INT", "--"]
    return ["unshare", *users, "--mount", "--", *mount, *plain, *then]


def fill(folder: Path) -> None:
    """Leave not a byte on the disk of `folder`."""
    # It has been there from the start: in namespaces of others not even root can make a file.
    with (folder / "ballast").open("r+b", buffering=0) as file:
        file.seek(0, os.SEEK_END)
        for size in _BLOCKS:
            _write_until_full(file.fileno(), bytes(size))


def _write_until_full(file: int, block: bytes) -> None:
    try:
        while os.write(file, block) == len(block):
            pass
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise


def empty(folder: Path) -> None:
    """Give back what `fill` has taken."""
    os.truncate(folder / "ballast", 0)
