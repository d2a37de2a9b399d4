"""Connects to the network by IPv6."""

import socket

OUTCOME = "PermissionError"


def attempt(call):
    return socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
