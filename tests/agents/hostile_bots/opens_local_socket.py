"""Talks to the host's services by local and abstract sockets."""

import socket

OUTCOME = "PermissionError"


def attempt(call):
    return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
