"""Locks a file that all bots see, so that another bot could tell."""

import fcntl
import os

OUTCOME = "PermissionError"


def attempt(call):
    return fcntl.flock(os.open("/usr/bin/python3", os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
