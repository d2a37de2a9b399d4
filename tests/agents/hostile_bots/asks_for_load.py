"""Asks how busy the machine was and how much of its memory is free, which the last game decides."""

import ctypes

OUTCOME = "PermissionError"


def attempt(call):
    return call("sysinfo", ctypes.create_string_buffer(128))
