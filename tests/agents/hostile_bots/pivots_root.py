"""Exchanges its root."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("pivot_root", b"/tmp", b"/tmp")
