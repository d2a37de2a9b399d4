"""Gives a shared file a second name under which it may be written."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.link("/usr/bin/python3", "/tmp/python3") or "linked"
