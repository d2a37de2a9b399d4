"""Stores a key where other users' processes find it."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("add_key", b"user", b"left", b"x", 1, -4)
