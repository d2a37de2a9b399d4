"""Sizes in bytes, and how people read them."""

KIB = 1024
MIB = 1024 * KIB


def size_text(count: int) -> str:
    """A number of bytes in the largest unit that it is whole in: 512 MiB, 64 KiB, 1000 bytes."""
    for unit, size in (("GiB", 1024 * MIB), ("MiB", MIB), ("KiB", KIB)):
        if count and count % size == 0:
            return f"{count // size} {unit}"
    return f"{count} bytes"
