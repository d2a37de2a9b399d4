"""Reads the machine's memory."""

import os

OUTCOME = "FileNotFoundError"


def attempt(call):
    return os.open("/dev/mem", os.O_RDONLY)
