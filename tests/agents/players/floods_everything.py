"""Floods its answers and its output at once."""

import sys

from forging import write

from agents.sdk import Bot

OUTCOME = "output: Its answer is longer than 64 KiB."


class Player(Bot):
    def choose(self, state, clock):
        while True:
            write(b"x" * 4096)
            sys.stdout.write("x" * 64)
