"""Switches address randomisation off."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("personality", 0x0040000)
