"""Meets its accomplice in shared memory."""

import os

OUTCOME = "FileNotFoundError"


def attempt(call):
    return os.open("/dev/shm/kauri", os.O_RDWR | os.O_CREAT)
