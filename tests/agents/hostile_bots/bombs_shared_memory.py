"""Takes memory by shared mappings, which some limits do not count."""

import mmap

OUTCOME = "OSError: Cannot allocate memory"


def attempt(call):
    return [mmap.mmap(-1, 64 << 20, flags=mmap.MAP_SHARED) for _ in range(64)]
