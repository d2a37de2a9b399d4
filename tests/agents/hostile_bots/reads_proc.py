"""Looks at the host's processes through /proc."""

import os

OUTCOME = "FileNotFoundError"


def attempt(call):
    return os.listdir("/proc")
