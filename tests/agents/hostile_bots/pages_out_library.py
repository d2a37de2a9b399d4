"""Has the pages of a shared file leave the memory, where its next game could tell by the time."""

import mmap

OUTCOME = "PermissionError"
PAGE_OUT = 21


def attempt(call):
    with open("/usr/bin/python3", "rb") as file:
        return mmap.mmap(file.fileno(), mmap.PAGESIZE, prot=mmap.PROT_READ).madvise(PAGE_OUT)
