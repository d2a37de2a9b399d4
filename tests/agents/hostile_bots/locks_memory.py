"""Locks its memory, so that others' is swapped out instead."""

import ctypes

OUTCOME = "PermissionError"


def attempt(call):
    buffer = ctypes.create_string_buffer(1 << 20)
    return call("mlock", ctypes.addressof(buffer), 1 << 20)
