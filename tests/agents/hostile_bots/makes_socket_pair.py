"""Makes a pair of sockets, to pass descriptors through."""

import socket

OUTCOME = "PermissionError"


def attempt(call):
    return socket.socketpair()
