"""Replaces the JSON module's reader for everybody in its process."""

import json

from agents.sdk import Bot

OUTCOME = "crash: Its process ended early with status 1."


class Player(Bot):
    def choose(self, state, clock):
        json.loads = lambda *_: "nothing of the kind"
        return state.legal_actions()[0]
