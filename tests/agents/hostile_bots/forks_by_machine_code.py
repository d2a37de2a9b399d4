"""Starts a process by an instruction of its own, past the C library and whatever wraps it."""

import ctypes
import mmap
import platform

OUTCOME = "got -1"  # the kernel's own answer: EPERM

# fork on x86-64; clone with SIGCHLD and no other flag on arm64.
CODE = {
    "x86_64": b"\xb8\x39\x00\x00\x00\x0f\x05\xc3",
    "aarch64": b"\x20\x02\x80\xd2\x01\x00\x80\xd2\x88\x1b\x80\xd2\x01\x00\x00\xd4\xc0\x03\x5f\xd6",
}


def attempt(call):
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(CODE[platform.machine()])
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return ctypes.CFUNCTYPE(ctypes.c_long)(address)()
