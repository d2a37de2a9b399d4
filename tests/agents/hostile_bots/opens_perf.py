"""Watches the machine by performance counters."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("perf_event_open", 0, 0, 0, -1, 0)
