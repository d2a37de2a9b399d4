"""Mounts a file system."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("mount", b"none", b"/tmp", b"proc", 0, 0)
