"""Claims a sentence of the harness with values that are not of its fields."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "crash: Mine: {0.__class__} <b>."


class Player(Bot):
    def choose(self, state, clock):
        fault = {"type": "fault", "kind": "crash", "summary": "Mine: {0.__class__} <b>"}
        values = {"step": {"code": "bot-banned", "params": {}}, "error": "<b>"}
        say(fault | {"detail": "", "code": "raised", "values": values})
        time.sleep(60)
