"""Makes a device node of its own."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("mknodat", -100, b"/tmp/mem", 0o020666, 0x0101)
