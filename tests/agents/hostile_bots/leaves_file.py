"""Leaves a file in /tmp for its next game, and looks for the last one's."""

import os

OUTCOME = "FileNotFoundError"


def attempt(call):
    left = os.listdir("/tmp")
    if not left:
        open("/tmp/left", "w").close()
        raise FileNotFoundError("nothing was left")
    return left
