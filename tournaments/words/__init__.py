"""What the platform says to people: the one catalogue of its sentences.

The domain raises and stores codes with parameters (`Sentence`, which `agents.words` defines); str()
writes the sentence out. The modules hold the sentences by subject. A stored code keeps its name and
its parameters.
"""

from agents.words import Sentence, add
from tournaments.words import (
    bots,
    games,
    headings,
    matches,
    notices,
    people,
    ratings,
    readiness,
    tournaments,
    trials,
    verification,
    waiting,
)

__all__ = ["SENTENCES", "Sentence"]

_MODULES = (
    bots, games, headings, matches, notices, people, ratings, readiness,
    tournaments, trials, verification, waiting,
)  # fmt: skip

SENTENCES = {code: said for module in _MODULES for code, said in module.SENTENCES.items()}

add(SENTENCES)
