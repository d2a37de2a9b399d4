"""Links to what it may not see, to have it followed by somebody else."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.symlink("/etc/passwd", "/tmp/link") or "linked"
