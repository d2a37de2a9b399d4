"""Closes its answers and stays."""

import os
import time

from agents.sdk import Bot

OUTCOME = "timeout: It used up its time"
BANK = 0.3


class Player(Bot):
    def choose(self, state, clock):
        os.closerange(3, 64)
        time.sleep(60)
