"""Waits for its accomplice at an abstract address, which needs no file."""

import socket

OUTCOME = "PermissionError"


def attempt(call):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as meeting_point:
        return meeting_point.bind("\0kauri") or "bound"
