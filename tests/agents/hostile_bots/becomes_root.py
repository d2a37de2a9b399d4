"""Becomes root."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.setuid(0) or os.getuid()
