"""Replies without end."""

import os

OUTCOME = "killed"


def attempt(call):
    while True:
        os.write(4, b"x" * 4096)
