"""Starts a process by a call that shares its memory."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("clone", 0x4000 | 0x100 | 17, 0, 0, 0, 0)
