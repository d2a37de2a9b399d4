"""Drops a shared file from the machine's cache, where its next game could tell by the time."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    file = os.open("/usr/bin/python3", os.O_RDONLY)
    return os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
