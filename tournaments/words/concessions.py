"""What is said of Swiss pairings that the rules forbid."""

from agents.words.catalogue import Catalogue

_WHY = "the rules of the Swiss system had no other pairing for this round"

SENTENCES: Catalogue = {
    "bye-again": lambda one: f"{one} gets a point without a game again: {_WHY}.",
    "met-again": lambda one, other: f"{one} and {other} meet again: {_WHY}.",
}
