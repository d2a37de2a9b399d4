"""Recurses in machine code until the stack overflows."""

import ctypes
import mmap
import platform

OUTCOME = "SIGSEGV"

# A function that calls itself, and nothing else.
CODE = {
    "x86_64": b"\xe8\xfb\xff\xff\xff",
    "aarch64": b"\xfd\x7b\xbf\xa9\xff\xff\xff\x97",
}


def attempt(call):
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(CODE[platform.machine()])
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return ctypes.CFUNCTYPE(None)(address)()
