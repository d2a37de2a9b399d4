"""Tries every system call that kernels have gained since 2019, and those to come."""

import errno

OUTCOME = "got ['close_range', 'faccessat2']"
KNOWN = {436: "close_range", 439: "faccessat2"}


def attempt(call):
    passed = []
    for number in range(424, 700):
        try:
            call(number, -1, -1, -1, -1, -1, -1)
        except OSError as error:
            if error.errno in (errno.EPERM, errno.ENOSYS):
                continue
        passed.append(KNOWN.get(number, number))
    return passed
