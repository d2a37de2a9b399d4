"""Has its parent's end send it a signal."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("prctl", 1, 18, 0, 0, 0)
