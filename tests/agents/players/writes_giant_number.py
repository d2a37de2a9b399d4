"""Answers with a number that takes long to read."""

import time

from forging import write

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer has an integer of more than 18 digits."


class Player(Bot):
    def choose(self, state, clock):
        write(b'{"type": "action", "turn": 1, "note": "", "action": %s}\n' % (b"9" * 60_000))
        time.sleep(60)
