"""Hangs data on a file, where neither its size nor its name shows it."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    with open("/tmp/file", "wb"):
        pass
    return os.setxattr("/tmp/file", "user.data", bytes(4096)) or "marked"
