"""Restarts the machine."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("reboot", 0, 0, 0, 0)
