"""Reads the kernel's log."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("syslog", 3, 0, 0)
