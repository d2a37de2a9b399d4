"""What is said of Swiss pairings that the rules forbid."""

from agents.words.catalogue import Catalogue
from agents.words.speech import say


def _why() -> str:
    return say("the rules of the Swiss system had no other pairing for this round")


SENTENCES: Catalogue = {
    "bye-again": lambda one: say(
        "{one} gets a point without a game again: {why}.", one=one, why=_why()
    ),
    "met-again": lambda one, other: say(
        "{one} and {other} meet again: {why}.", one=one, other=other, why=_why()
    ),
}
