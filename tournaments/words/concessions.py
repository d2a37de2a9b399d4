"""What is said of Swiss pairings that the rules forbid."""

from agents.words.speech import Catalogue

SENTENCES: Catalogue = {
    "bye-again": "{one} gets a point without a game again: the rules of the Swiss system had no "
    "other pairing for this round.",
    "met-again": "{one} and {other} meet again: the rules of the Swiss system had no other "
    "pairing for this round.",
}
