"""Closes its answers and stays."""

import os
import time

from agents.sdk import Bot

OUTCOME = "crash: It closed the descriptor of its answers"


class Player(Bot):
    def choose(self, state, clock):
        os.closerange(3, 64)
        time.sleep(60)
