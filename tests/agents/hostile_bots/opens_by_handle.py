"""Opens files of the host by their numbers instead of their names."""

OUTCOME = "PermissionError"


def attempt(call):
    return call("open_by_handle_at", -100, 0, 0)
