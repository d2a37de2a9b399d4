"""Maps the lowest page of memory, where flawed kernels follow null pointers to."""

OUTCOME = "PermissionError"


def attempt(call):
    # Readable and writable; private, anonymous and exactly there.
    return call("mmap", 0, 4096, 3, 0x32, -1, 0)
