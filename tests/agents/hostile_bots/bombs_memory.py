"""Takes memory until the machine has none."""

OUTCOME = "MemoryError"


def attempt(call):
    return sum(map(len, [bytes(64 << 20) for _ in range(64)]))
