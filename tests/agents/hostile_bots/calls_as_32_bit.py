"""Makes a 32-bit system call, whose numbers a 64-bit filter would mistake."""

import ctypes
import mmap

OUTCOME = "SIGSYS"


def attempt(call):
    # mov eax, 20 (getpid of 32 bits); int 0x80; ret
    code = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return ctypes.CFUNCTYPE(ctypes.c_int)(address)()
