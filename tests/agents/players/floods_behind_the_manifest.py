"""Says what it plays while it is being imported, and goes on with a line without an end."""

from forging import say, write

from agents.sdk import Bot

OUTCOME = "output: Its answer is longer than 64 KiB."

say({"type": "manifest", "games": ["kalah"]})
while True:
    write(b"[" * 4096)


class Player(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]
