"""Makes itself a terminal, from which signals could be sent."""

import os

OUTCOME = "FileNotFoundError"


def attempt(call):
    return os.open("/dev/ptmx", os.O_RDWR)
