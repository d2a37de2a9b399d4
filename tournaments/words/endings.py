"""How games ended, in the reader's language: the engine tells it by codes with values."""

from collections.abc import Sequence
from functools import cache

import engine
from agents.words.speech import said, say, together
from engine.sentences import Sentence, Writer


@cache
def templates() -> dict[str, str]:
    """The English of every code by which some game tells how it ended."""
    texts = [info.part("text") for info in engine.games()]
    return {code: english for text in texts for code, english in text.SENTENCES.items()}


def written(ending: Sentence, colours: Sequence[str]) -> str:
    """How a game ended, with the colours of seats, which are given by seat."""

    def named(seats: Sequence[int]) -> str:
        return together(said(colours[seat]) for seat in seats)

    return Writer(templates(), named, say).whole(ending)
