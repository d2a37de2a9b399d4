"""Looks for the server's own code beside what bots may import."""

import os

OUTCOME = "FileNotFoundError"
# The last three come with the compiled engine.
ALLOWED = ("engine", "agents", "kauri", "librt", "mypy_extensions.py", "__pycache__")


def attempt(call):
    found = [name for name in os.listdir("/kauri") if name not in ALLOWED]
    found += [name for name in os.listdir("/kauri/agents") if name in ("referee.py", "sandbox")]
    return found or os.listdir("/work")
