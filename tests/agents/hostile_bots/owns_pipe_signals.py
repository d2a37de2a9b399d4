"""Has signals of a pipe sent to a process of its choice."""

import fcntl
import os

OUTCOME = "PermissionError"


def attempt(call):
    reading, _ = os.pipe()
    return fcntl.fcntl(reading, fcntl.F_SETOWN, os.getpid())
