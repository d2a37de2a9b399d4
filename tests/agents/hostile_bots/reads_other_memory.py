"""Reads the memory of another process."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("process_vm_readv", 1, 0, 0, 0, 0, 0)
