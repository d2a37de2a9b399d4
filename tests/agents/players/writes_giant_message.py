"""Answers without an end."""

from forging import write

from agents.sdk import Bot

OUTCOME = "output: Its answer is longer than 64 KiB."


class Player(Bot):
    def choose(self, state, clock):
        while True:
            write(b"[" * 4096)
