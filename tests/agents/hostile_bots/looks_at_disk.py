"""Asks how full the disk is, which other bots can change."""

import os

OUTCOME = "PermissionError"


def attempt(call):
    return os.statvfs("/tmp").f_bfree
