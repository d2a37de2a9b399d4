"""What the platform says to people: the one catalogue of its sentences.

The domain raises and stores codes with parameters (`Sentence`, which `agents.words` defines); str()
writes the sentence out. The modules hold the sentences by subject. A stored code keeps its name and
its parameters.
"""

from agents.words import Sentence, add
from tournaments.words import (
    accounts,
    analyses,
    bots,
    casual,
    clubs,
    concessions,
    endings,
    headings,
    matches,
    notices,
    ratings,
    readiness,
    tournaments,
    trials,
    unrated,
    verification,
    versions,
    waiting,
)

__all__ = ["SENTENCES", "Sentence"]

_MODULES = (
    accounts, analyses, bots, casual, clubs, concessions, endings, headings, matches, notices,
    ratings, readiness, tournaments, trials, unrated, verification, versions, waiting,
)  # fmt: skip

SENTENCES = {code: said for module in _MODULES for code, said in module.SENTENCES.items()}

add(SENTENCES)
