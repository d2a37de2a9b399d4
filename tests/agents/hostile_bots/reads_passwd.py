"""Reads the host's list of accounts."""

OUTCOME = "FileNotFoundError"


def attempt(call):
    with open("/etc/passwd") as file:
        return file.read()
