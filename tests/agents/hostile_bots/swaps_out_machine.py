"""Switches the machine's swap space off."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("swapoff", b"/dev/zero")
