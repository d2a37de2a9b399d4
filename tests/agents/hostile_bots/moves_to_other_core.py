"""Leaves its core for another's, to slow down somebody else."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.sched_setaffinity(0, os.sched_getaffinity(0)) or "moved"
