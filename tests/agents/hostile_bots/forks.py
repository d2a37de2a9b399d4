"""Starts a process."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.fork()
