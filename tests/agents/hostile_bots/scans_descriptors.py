"""Looks for descriptors that the worker forgot to close."""

import fcntl

OUTCOME = "OSError: Bad file descriptor"


def attempt(call):
    for number in range(5, 64):
        try:
            fcntl.fcntl(number, fcntl.F_GETFD)
        except OSError as error:
            closed = error
        else:
            return number
    raise closed
