"""Writes the same file again and again, to have the machine wait for its disk."""

from pathlib import Path

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.2
SIZE = 1 << 20


class Player(Bot):
    def choose(self, state, clock):
        while True:
            Path("mine").write_bytes(b"x" * SIZE)
