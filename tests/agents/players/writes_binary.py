"""Answers with bytes that are no text."""

import time

from forging import write

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer is not UTF-8 text."


class Player(Bot):
    def choose(self, state, clock):
        write(b"\xff\xfe\x00\xd8\n")
        time.sleep(60)
