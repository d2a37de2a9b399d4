"""Takes other processes' turns on the processor."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("sched_setscheduler", 0, 1, 0)
