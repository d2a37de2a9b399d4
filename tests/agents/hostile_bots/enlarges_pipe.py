"""Enlarges its pipes into memory that no limit counts."""

import fcntl

OUTCOME = "PermissionError"


def attempt(call):
    return fcntl.fcntl(4, 1031, 1 << 20)
