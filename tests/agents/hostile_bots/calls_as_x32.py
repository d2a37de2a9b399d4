"""Makes a system call of the x32 kind, whose numbers carry an extra bit."""

OUTCOME = "SIGSYS"


def attempt(call):
    return call(0x40000000 + 39)
