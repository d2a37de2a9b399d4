"""Has the kernel do its system calls, past the filter."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("io_uring_setup", 1, 0)
