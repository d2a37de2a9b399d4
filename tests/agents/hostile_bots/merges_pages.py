"""Has its pages merged with the same pages of another bot, which the time of writing tells."""

import mmap

OUTCOME = "PermissionError"


def attempt(call):
    return mmap.mmap(-1, mmap.PAGESIZE).madvise(mmap.MADV_MERGEABLE)
