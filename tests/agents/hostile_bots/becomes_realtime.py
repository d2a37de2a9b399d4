"""Asks to run before everybody else."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)) or "first"
