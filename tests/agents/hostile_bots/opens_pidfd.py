"""Takes hold of a process, to take its descriptors."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return call("pidfd_open", os.getppid(), 0)
