"""Answers with brackets in brackets, to exhaust whoever reads them."""

import time

from forging import write

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer is nested too deeply."


class Player(Bot):
    def choose(self, state, clock):
        write(b"[" * 60_000 + b"\n")
        time.sleep(60)
