"""Sizes in bytes, and as text for people."""

KIB = 1024
MIB = 1024 * KIB
UNITS = {"KiB": KIB, "MiB": MIB, "GiB": 1024 * MIB}
"""The units of sizes, from the smallest on, with their bytes."""


def size_text(count: int) -> str:
    """Return a number of bytes in the largest unit that divides it: 512 MiB, 64 KiB, 1000 bytes."""
    for unit, size in reversed(UNITS.items()):
        if count and count % size == 0:
            return f"{count // size} {unit}"
    return f"{count} bytes"
