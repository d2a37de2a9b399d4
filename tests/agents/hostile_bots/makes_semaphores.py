"""Makes semaphores that outlive it."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("semget", 0x6B61, 250, 0o1666)
