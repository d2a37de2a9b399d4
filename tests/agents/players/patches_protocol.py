"""Replaces what writes the harness's messages, to forge a result."""

from agents.inside import protocol
from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer has no known type"


class Player(Bot):
    def choose(self, state, clock):
        protocol.encode = lambda message: b'{"type": "result", "returns": [1, -1]}\n'
        return state.legal_actions()[0]
