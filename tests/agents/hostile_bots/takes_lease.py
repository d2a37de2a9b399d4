"""Takes a lease on a file that all bots read, so that they wait and it hears of them."""

import fcntl
import os

OUTCOME = "PermissionError"


def attempt(call):
    return fcntl.fcntl(os.open("/usr/bin/python3", os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)
