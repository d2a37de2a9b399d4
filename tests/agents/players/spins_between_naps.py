"""Computes for a millisecond and sleeps for one, for ever."""

import time

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.2


class Player(Bot):
    def choose(self, state, clock):
        while True:
            until = time.perf_counter() + 0.001
            while time.perf_counter() < until:
                pass
            time.sleep(0.001)
