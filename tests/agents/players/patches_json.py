"""Replaces the JSON module's writer for everybody in its process."""

import json

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the answer is not JSON (Expecting value)."


class Player(Bot):
    def choose(self, state, clock):
        json.JSONEncoder.encode = lambda *_: "nothing of the kind"
        return state.legal_actions()[0]
