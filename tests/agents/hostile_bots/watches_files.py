"""Watches for files by fanotify."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("fanotify_init", 0, 0)
