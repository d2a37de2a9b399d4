"""Crashes when the interpreter ends."""

import atexit
import os

OUTCOME = "SIGSEGV"


def attempt(call):
    atexit.register(os.abort)
    raise SystemExit(0)
