"""Writes half a message and ends."""

import os

from forging import write

from agents.sdk import Bot

OUTCOME = "crash: Its process ended early with status 0."


class Player(Bot):
    def choose(self, state, clock):
        write(b'{"type": "action", "tu')
        os._exit(0)
