"""Slots that limit how many games are played at once on a host, whatever its number of workers.

A slot is a file that is locked as long as it is held. The kernel releases the lock when its process
ends, for whatever reason.
"""

import contextlib
import fcntl
from collections.abc import Iterator
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")


def folder(base: Path) -> Path:
    """Return the folder of this machine's slots, by its boot id, which its containers share."""
    return base / "slots" / _BOOT.read_text().strip()


@contextlib.contextmanager
def held(place: Path, *, kind: str, number: int) -> Iterator[int | None]:
    """Hold one of the `number` slots of this kind; yield its number, or None if all are held.

    Slots are locked files in `place`, numbered from 1.
    """
    place.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        yield next(
            (slot for slot in range(1, number + 1) if _lock(place / f"{kind}-{slot}", stack)), None
        )


def _lock(path: Path, stack: contextlib.ExitStack) -> bool:
    file = path.open("a")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return False
    stack.enter_context(file)
    return True
