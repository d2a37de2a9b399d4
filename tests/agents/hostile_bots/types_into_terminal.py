"""Types into the terminal that the worker was started from."""

import fcntl
import termios

OUTCOME = "PermissionError"


def attempt(call):
    return fcntl.ioctl(2, termios.TIOCSTI, b"x")
