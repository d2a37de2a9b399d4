"""A user id of its own for every sandbox that root starts.

The kernel counts processes and pending signals per user id, and lets processes of one user id
signal each other. So no two running sandboxes of a machine share one.
"""

import contextlib
import fcntl
import os
import re
import signal
from pathlib import Path

from agents.sandbox.errors import SandboxUnavailable

# Above the accounts that people get, below the ids that Debian reserves, and inside the 65,536
# ids that a container with mapped users has.
_USER_IDS = range(59000, 59256)
_LOCKS = Path("/run/kauri/sandbox-ids")


class Slot:
    """A claimed user id; the claim ends with `release` or with this process."""

    def __init__(self, uid: int, descriptor: int) -> None:
        self.uid = uid
        self._descriptor = descriptor

    def release(self) -> None:
        """Release the user id; call once, when nothing runs under it any more."""
        os.ftruncate(self._descriptor, 0)
        # Unlocked by name: a forked child may still hold a copy of the descriptor.
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        os.close(self._descriptor)


def claim() -> Slot:
    """Return a user id that no sandbox of this machine runs under.

    Needs root. Raises SandboxUnavailable if all are taken.
    """
    _LOCKS.mkdir(mode=0o700, parents=True, exist_ok=True)
    for uid in _USER_IDS:
        descriptor = os.open(_LOCKS / str(uid), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
        else:
            # `release` empties the file. If it is not empty, the last holder was killed.
            if os.fstat(descriptor).st_size:
                _end_orphans(uid)
            os.pwrite(descriptor, b"claimed\n", 0)
            return Slot(uid, descriptor)
    raise SandboxUnavailable("no-user-ids", count=len(_USER_IDS))


def _end_orphans(uid: int) -> None:
    """Kill the processes under a user id that have lost their parent.

    bubblewrap's processes end with their worker. But if that is killed in the moment in which the
    inner process is made, the inner process waits for ever for its signal to start. Other
    containers may have the same user ids; their processes still have parents.
    """
    orphan = re.compile(rf"^PPid:\t1\n(?:.*\n)*?Uid:\t{uid}\t", re.MULTILINE)
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            process = os.pidfd_open(int(path.name))
            try:
                if orphan.search((path / "status").read_text()):
                    signal.pidfd_send_signal(process, signal.SIGKILL)
            finally:
                os.close(process)
