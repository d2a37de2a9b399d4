"""Has a timer send it SIGCONT, to run on while it is paused."""

import ctypes
import struct

OUTCOME = "PermissionError"


def attempt(call):
    event = struct.pack("=QIi48x", 0, 18, 0)
    timer = ctypes.create_string_buffer(8)
    return call("timer_create", 1, event, ctypes.addressof(timer))
