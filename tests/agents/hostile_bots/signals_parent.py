"""Stops the process that started it."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return call("kill", os.getppid(), 19)
