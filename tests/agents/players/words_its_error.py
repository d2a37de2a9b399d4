"""Fails with a text that looks like a template, in a sentence of the harness's own."""

import time

from forging import say

from agents.sdk import Bot

OUTCOME = "crash: {0.__class__} {error} %s raised <script> {step}</script>."


class Player(Bot):
    def choose(self, state, clock):
        values = {"step": "{0.__class__} {error} %s", "error": "<script>\n{step}\x1b</script>"}
        fault = {"type": "fault", "kind": "crash", "summary": "It is mine", "detail": ""}
        say(fault | {"code": "raised", "values": values})
        time.sleep(60)
