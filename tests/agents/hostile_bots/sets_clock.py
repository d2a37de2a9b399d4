"""Sets the machine's clock."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("clock_settime", 0, 0)
