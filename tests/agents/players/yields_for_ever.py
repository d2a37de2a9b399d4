"""Gives the processor away again and again, so that it seems to wait for it all the time."""

import os

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.2


class Player(Bot):
    def choose(self, state, clock):
        while True:
            os.sched_yield()
