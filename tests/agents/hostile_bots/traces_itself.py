"""Makes itself traceable, to change its own system calls."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("ptrace", 0, 0, 0, 0)
