"""Leaves the time on a device of the host, where its next game could read it."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.utime("/dev/null")
