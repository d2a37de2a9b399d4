"""Replaces the harness's own account of faults, to blame the platform."""

import sys

from agents.sdk import Bot

OUTCOME = (
    "invalid: It broke the protocol: 'kind' must be one of crash, invalid, memory, startup, "
    "timeout."
)


class Player(Bot):
    def choose(self, state, clock):
        main = sys.modules["__main__"]
        forged = {"type": "fault", "kind": "platform", "summary": "It failed.", "detail": ""}
        main.Harness.complaint = lambda *_: forged
        raise RuntimeError("mine")
