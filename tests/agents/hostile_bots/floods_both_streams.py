"""Floods its answers and its output at once."""

import os

OUTCOME = "killed"


def attempt(call):
    while True:
        for descriptor in (1, 2, 4):
            os.write(descriptor, b"x" * 4096)
