"""Recurses in Python as deep as the interpreter lets it by itself."""

OUTCOME = "RecursionError"


def attempt(call):
    return attempt(call)
