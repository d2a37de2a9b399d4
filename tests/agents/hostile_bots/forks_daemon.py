"""Starts a process that outlives it, by forking twice."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                pass
    return "forked"
