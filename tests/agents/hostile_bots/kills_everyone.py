"""Kills every process that it can reach."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("kill", -1, 9)
