"""Looks at the host's devices through /sys."""

import os

OUTCOME = "FileNotFoundError"


def attempt(call):
    return os.listdir("/sys")
