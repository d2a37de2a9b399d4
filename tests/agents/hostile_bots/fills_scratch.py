"""Fills the one place where it may write."""

OUTCOME = "OSError: No space left on device"


def attempt(call):
    for number in range(1000):
        with open(f"/tmp/{number}", "wb") as file:
            file.write(bytes(8 << 20))
    return number
