"""Keeps data in memory that no limit counts."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("memfd_create", b"left", 0)
