"""Makes a user namespace, to be root in it."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("unshare", 0x10000000)
