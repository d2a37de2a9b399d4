"""Talks to the virtual machine's host."""

import socket

OUTCOME = "PermissionError"


def attempt(call):
    return socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
