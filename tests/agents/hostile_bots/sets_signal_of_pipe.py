"""Has a pipe send it SIGCONT, to run on while it is paused."""

import fcntl
import os

OUTCOME = "PermissionError"


def attempt(call):
    reading, _ = os.pipe()
    return fcntl.fcntl(reading, 10, 18)
