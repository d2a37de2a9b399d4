"""Makes pipes, whose numbers the kernel gives out in turn: the next game could tell how many."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.fstat(os.pipe()[0]).st_ino
