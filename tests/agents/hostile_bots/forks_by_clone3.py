"""Starts a process by the newest call, which filters cannot look into."""

import ctypes

OUTCOME = "OSError: Function not implemented"


def attempt(call):
    return call("clone3", ctypes.addressof(ctypes.create_string_buffer(88)), 88)
