"""Leaves a module that Python would import at the next start."""

import os

OUTCOME = "OSError: Read-only file system"


def attempt(call):
    library = os.path.dirname(os.__file__)
    with open(f"{library}/sitecustomize.py", "w") as file:
        return file.write("raise SystemExit")
