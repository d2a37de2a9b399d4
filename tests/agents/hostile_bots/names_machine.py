"""Gives the machine another name."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("sethostname", b"mine", 4)
