"""Looks everywhere for the code or the traces of another bot or another game."""

import os

OUTCOME = "got []"
OURS = ("/usr", "/kauri", "/packages", "/lib", "/lib64")


def attempt(call):
    found = []
    for folder, _, files in os.walk("/"):
        if not folder.startswith(OURS):
            found += [f"{folder}/{name}" for name in files if not folder.startswith("/dev")]
        found += [name for name in files if name in ("bot.py", "archive.zip", "game.json")]
    return found
