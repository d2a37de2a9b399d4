"""Loads a program into the kernel."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("bpf", 0, 0, 0)
