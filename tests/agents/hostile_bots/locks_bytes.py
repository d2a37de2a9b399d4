"""Locks single bytes of a file, each of which costs memory that no limit counts."""

import fcntl

OUTCOME = "PermissionError"


def attempt(call):
    with open("/tmp/file", "wb") as file:
        for byte in range(0, 1 << 20, 2):
            fcntl.lockf(file, fcntl.LOCK_EX, 1, byte)
    return "locked"
