"""Sentences for people, each with a stable code, and errors that carry one.

`agents.words.catalogue` holds the sentences of this package. A package above adds its own by
`add`. Code that runs inside the sandbox has its own texts: each import costs time in every game.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agents.words import catalogue
from agents.words.speech import Catalogue, say

_SENTENCES = dict(catalogue.SENTENCES)


def add(sentences: Catalogue) -> None:
    """Add another catalogue's sentences. Raises ValueError for a code that is taken."""
    if taken := sentences.keys() & _SENTENCES.keys():
        raise ValueError(f"Two sentences have the same code: {', '.join(sorted(taken))}.")
    _SENTENCES.update(sentences)


class Sentence:
    """A code of the catalogue with its parameters, which are plain values of JSON.

    str() writes the sentence out. Without a code it is empty, and false. Raises KeyError for a
    code that has no sentence.
    """

    def __init__(self, code: str = "", /, **params: object) -> None:
        if code:
            _SENTENCES[code]
        self.code = code
        self.params = {name: _plain(value) for name, value in params.items()}

    def __str__(self) -> str:
        if not self.code:
            return ""
        said = _SENTENCES[self.code]
        return say(said, **self.params) if isinstance(said, str) else str(said(**self.params))

    def __repr__(self) -> str:
        return f"Sentence({self.code!r}, **{self.params!r})"

    def __bool__(self) -> bool:
        return bool(self.code)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.stored() == other.stored()

    def __hash__(self) -> int:
        return hash(repr(self))

    def stored(self) -> dict[str, Any]:
        """Return JSON-safe data: the code and the parameters, some of which may be sentences."""
        params = {
            name: value.stored() if isinstance(value, Sentence) else value
            for name, value in sorted(self.params.items())
        }
        return {"code": self.code, "params": params}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "Sentence":
        """Return the sentence that `stored` has written."""
        params = {
            name: cls.read(value) if isinstance(value, dict) else value
            for name, value in stored["params"].items()
        }
        return cls(stored["code"], **params)


class CodedError(Exception):
    """An error with a sentence, made from its code and its parameters; str() writes it out."""

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code)
        self.sentence = Sentence(code, **params)

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def code(self) -> str:
        """The code of the sentence, on which a script can branch."""
        return self.sentence.code


def _plain(value: object) -> object:
    if isinstance(value, CodedError):
        return value.sentence
    if value is None or isinstance(value, bool | int | float | str | Sentence):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value)
