"""Answers with nothing, again and again."""

import time

from forging import write

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer is not JSON (Expecting value)."


class Player(Bot):
    def choose(self, state, clock):
        write(b"\n" * 1000)
        time.sleep(60)
