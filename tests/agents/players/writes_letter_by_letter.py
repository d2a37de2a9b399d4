"""Writes its message a letter at a time, to keep the referee busy for ever."""

import time

from forging import write

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.3


class Player(Bot):
    def choose(self, state, clock):
        for _ in range(10_000):
            write(b" ")
            time.sleep(0.001)
