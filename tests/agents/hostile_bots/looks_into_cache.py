"""Asks whether a page of a shared file is in the machine's cache, as if an earlier game read it."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    file = os.open("/usr/bin/python3", os.O_RDONLY)
    try:
        return os.preadv(file, [bytearray(4096)], 0, os.RWF_NOWAIT)
    except OSError as error:
        if type(error) is PermissionError:
            raise
        return error
