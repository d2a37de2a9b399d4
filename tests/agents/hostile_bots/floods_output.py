"""Prints without end."""

OUTCOME = "killed"


def attempt(call):
    while True:
        print("x" * 4096)
