"""Looks for the server's own code beside what bots may import."""

import os

OUTCOME = "FileNotFoundError"


def attempt(call):
    found = [name for name in os.listdir("/kauri") if name not in ("engine", "agents")]
    found += [name for name in os.listdir("/kauri/agents") if name in ("referee.py", "sandbox")]
    return found or os.listdir("/work")
