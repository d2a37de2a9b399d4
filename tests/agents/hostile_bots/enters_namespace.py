"""Enters another process's namespace."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("setns", 3, 0)
