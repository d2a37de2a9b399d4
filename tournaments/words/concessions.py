"""What is said of Swiss pairings that the rules forbid."""

from agents.words.catalogue import Catalogue
from agents.words.speech import say

_WHY = "the rules of the Swiss system had no other pairing for this round"

SENTENCES: Catalogue = {
    "bye-again": lambda one: say(
        "{one} gets a point without a game again: {_WHY}.", one=one, _WHY=_WHY
    ),
    "met-again": lambda one, other: say(
        "{one} and {other} meet again: {_WHY}.", one=one, other=other, _WHY=_WHY
    ),
}
