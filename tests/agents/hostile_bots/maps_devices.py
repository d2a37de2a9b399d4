"""Maps a device and runs what it wrote there, where no limit looks."""

import mmap
import os

OUTCOME = "MemoryError"


def attempt(call):
    zero = os.open("/dev/zero", os.O_RDWR)
    try:
        return [mmap.mmap(zero, 64 << 20, flags=mmap.MAP_PRIVATE) for _ in range(64)]
    except OSError as error:
        raise MemoryError(str(error)) from error
