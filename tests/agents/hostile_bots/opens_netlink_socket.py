"""Asks the kernel about the host's network."""

import socket

OUTCOME = "PermissionError"


def attempt(call):
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)
