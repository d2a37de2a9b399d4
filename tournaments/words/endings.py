"""What was done in games and how they ended, in the reader's language; the engine says codes."""

from collections.abc import Sequence
from functools import cache

import engine
from agents.words.speech import said, say, together
from engine.sentences import Sentence
from engine.words import Teller


@cache
def templates() -> dict[str, str]:
    """The English of every code by which some game tells what was done and how it ended."""
    parts = [info.part(name) for info in engine.games() for name in ("text", "words")]
    return {code: english for part in parts for code, english in part.SENTENCES.items()}


def teller(names: Sequence[str]) -> Teller:
    """Who writes the sentences of a game; `names` are those of its seats, by seat."""
    return Teller(templates(), lambda seats: together(names[seat] for seat in seats), say)


def written(ending: Sentence, colours: Sequence[str]) -> str:
    """How a game ended, with the colours of seats, which are given by seat."""
    return teller([said(colour) for colour in colours]).whole(ending)
