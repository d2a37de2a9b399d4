"""Opens its own pipes again by name, with other rights."""

import os

OUTCOME = "FileNotFoundError"


def attempt(call):
    return os.open("/dev/fd/3", os.O_RDWR)
