"""Overrides symbols by the environment: a new program with a library of its own loaded first."""

import os
import shutil

OUTCOME = "PermissionError"
PROGRAM = """
import os
try:
    os.write(4, b'{"got": "%d"}' % os.fork())
except PermissionError:
    os.write(4, b'{"stopped": "PermissionError"}')
"""


def attempt(call):
    shutil.copyfile("/usr/lib/libm.so.6", "/tmp/libmine.so")
    environment = {**os.environ, "LD_PRELOAD": "/tmp/libmine.so", "LD_AUDIT": "/tmp/libmine.so"}
    return os.execve("/usr/bin/python3", ["python3", "-S", "-c", PROGRAM], environment)
