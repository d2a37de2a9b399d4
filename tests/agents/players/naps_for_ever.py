"""Sleeps for a moment again and again, to wait for the processor after every nap."""

import time

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.2


class Player(Bot):
    def choose(self, state, clock):
        while True:
            time.sleep(1e-6)
