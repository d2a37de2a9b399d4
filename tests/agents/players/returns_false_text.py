"""Returns a text that lies about its length and content."""

from agents.sdk import Bot

OUTCOME = "invalid: It broke the protocol: the notation has more than 100 characters."


class Text(str):
    def __len__(self):
        return 1

    def __str__(self):
        return "A" * 50_000


class Player(Bot):
    def choose(self, state, clock):
        return Text("A")
