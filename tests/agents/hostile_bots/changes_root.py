"""Changes its root, a step on the way out of one."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("chroot", b"/tmp")
