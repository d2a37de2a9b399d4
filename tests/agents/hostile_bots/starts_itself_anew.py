"""Becomes another program, in the hope that the cage was only this one's."""

import os

OUTCOME = "PermissionError"
PROGRAM = """
import os
try:
    os.write(4, b'{"got": "%d"}' % os.fork())
except PermissionError:
    os.write(4, b'{"stopped": "PermissionError"}')
"""


def attempt(call):
    return os.execv("/usr/bin/python3", ["python3", "-S", "-c", PROGRAM])
