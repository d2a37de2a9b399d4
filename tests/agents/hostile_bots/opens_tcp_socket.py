"""Connects to the network."""

import socket

OUTCOME = "PermissionError"


def attempt(call):
    return socket.socket(socket.AF_INET, socket.SOCK_STREAM)
