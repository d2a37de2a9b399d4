"""Has changes of a folder send it a signal."""

import fcntl
import os

OUTCOME = "PermissionError"


def attempt(call):
    return fcntl.fcntl(os.open("/tmp", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_CREATE)
