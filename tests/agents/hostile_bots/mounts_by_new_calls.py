"""Mounts a file system by the newer calls."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("fsopen", b"proc", 0)
