"""Listens to the network's packets."""

import socket

OUTCOME = "PermissionError"


def attempt(call):
    return socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
