"""Ends with the status that bubblewrap also reports for a process that was killed from outside."""

import platform

OUTCOME = "PermissionError"
EXIT, EXIT_GROUP = ((60, 231), (93, 94))[platform.machine() == "aarch64"]


def attempt(call):
    try:
        call(EXIT_GROUP, 137)
    except PermissionError:
        # What is beside its lowest byte, the kernel leaves out.
        return call(EXIT, 0x7F00 + 137)
