"""Asks the kernel about another process, by every call that names one by its number."""

import os
import resource
import time

OUTCOME = "PermissionError"


def attempt(call):
    other = os.getppid() or 1
    asked = (
        lambda: os.getpgid(other),
        lambda: os.getsid(other),
        lambda: os.getpriority(os.PRIO_PROCESS, other),
        lambda: os.sched_getaffinity(other),
        lambda: resource.prlimit(other, resource.RLIMIT_CPU),
        lambda: time.clock_getres(~other << 3 | 2),
        lambda: time.clock_gettime(~other << 3 | 2),
    )
    for ask in asked[:-1]:
        try:
            return ask()
        except PermissionError:
            continue
    return asked[-1]()
