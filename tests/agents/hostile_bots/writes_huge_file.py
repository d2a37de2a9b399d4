"""Writes one huge file."""

OUTCOME = "OSError: File too large"


def attempt(call):
    with open("/tmp/huge", "wb") as file:
        return file.truncate(1 << 40)
