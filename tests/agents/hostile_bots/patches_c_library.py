"""Overwrites a function of the C library in its memory, which all programs share as a file."""

import ctypes
import mmap

OUTCOME = "got 'only mine'"


def attempt(call):
    library = ctypes.CDLL(None, use_errno=True)
    address = ctypes.cast(library.getpid, ctypes.c_void_p).value
    page = ctypes.c_void_p(address & -mmap.PAGESIZE)
    everything = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    if library.mprotect(page, ctypes.c_size_t(2 * mmap.PAGESIZE), everything):
        raise PermissionError("mprotect")
    ctypes.memset(address, 0x90, 1)
    with open("/usr/lib/libc.so.6", "rb") as file:
        untouched = file.read()
    changed = ctypes.string_at(address, 64)
    return "only mine" if changed not in untouched else "everybody's"
