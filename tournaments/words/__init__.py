"""What the platform says to people: the one catalogue of its sentences.

The domain raises and stores codes with parameters (`Sentence`, which `agents.words` defines); str()
writes the sentence out. The modules hold the sentences by subject. A stored code keeps its name and
its parameters.
"""

from agents.words import Sentence, add
from tournaments.words import (
    bots,
    concessions,
    endings,
    matches,
    ratings,
    tournaments,
    trials,
    unrated,
    versions,
    waiting,
)

__all__ = ["SENTENCES", "Sentence"]

SENTENCES = {
    **bots.SENTENCES,
    **versions.SENTENCES,
    **tournaments.SENTENCES,
    **matches.SENTENCES,
    **trials.SENTENCES,
    **ratings.SENTENCES,
    **unrated.SENTENCES,
    **waiting.SENTENCES,
    **concessions.SENTENCES,
    **endings.SENTENCES,
}

add(SENTENCES)
