"""Makes its note something that is no text."""

from agents.sdk import Bot

OUTCOME = "crash: choose() raised TypeError: Object of type bytes is not JSON serializable."


class Player(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]

    def take_notes(self):
        return b"\x00\xff"
