"""Loads a module into the kernel."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("finit_module", 3, b"", 0)
