"""Writes into the pipe of its requests, to ask itself something."""

import os

OUTCOME = "OSError: Bad file descriptor"


def attempt(call):
    return os.write(3, b'{"type": "finish", "returns": [1, -1]}\n')
