"""Stalls the kernel on its own page faults."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("userfaultfd", 0)
