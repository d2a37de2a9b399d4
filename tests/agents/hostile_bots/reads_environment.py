"""Looks for the server's secrets in its environment."""

import os

OUTCOME = "KeyError"


def attempt(call):
    return os.environ["SECRET_FOR_TESTS"]
