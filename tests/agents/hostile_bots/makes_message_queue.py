"""Makes a message queue that outlives it."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("mq_open", b"left", 0o102, 0o666, 0)
