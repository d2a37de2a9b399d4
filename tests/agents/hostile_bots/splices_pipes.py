"""Moves pages between a shared file and a pipe without copying, which kernels have got wrong."""

OUTCOME = "PermissionError"


def attempt(call):
    with open("/usr/bin/python3", "rb") as file:
        return call("splice", file.fileno(), 0, 4, 0, 1, 0)
