"""What the platform says to people: the one catalogue of its sentences.

The domain raises and stores codes with parameters (`Sentence`); str() writes the sentence out.
The modules hold the sentences by subject. A stored code keeps its name and its parameters.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournaments.words import (
    accounts,
    bots,
    concessions,
    endings,
    headings,
    matches,
    ratings,
    readiness,
    tournaments,
    trials,
    unrated,
    verification,
    versions,
    waiting,
)

_MODULES = (
    accounts, bots, concessions, endings, headings, matches, ratings, readiness, tournaments,
    trials, unrated, verification, versions, waiting,
)  # fmt: skip

SENTENCES = {code: said for module in _MODULES for code, said in module.SENTENCES.items()}


class Sentence:
    """A code of the catalogue with its parameters, which are plain values of JSON.

    Without a code it is empty, and false. Raises KeyError for a code that has no sentence.
    """

    def __init__(self, code: str = "", /, **params: object) -> None:
        if code:
            SENTENCES[code]
        self.code = code
        self.params = {name: _plain(value) for name, value in params.items()}

    def __str__(self) -> str:
        return SENTENCES[self.code](**self.params) if self.code else ""

    def __repr__(self) -> str:
        return f"Sentence({self.code!r}, **{self.params!r})"

    def __bool__(self) -> bool:
        return bool(self.code)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.stored() == other.stored()

    def __hash__(self) -> int:
        return hash(repr(self))

    def stored(self) -> dict[str, Any]:
        """As JSON: the code and the parameters, of which some are sentences themselves."""
        params = {
            name: value.stored() if isinstance(value, Sentence) else value
            for name, value in sorted(self.params.items())
        }
        return {"code": self.code, "params": params}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "Sentence":
        """The sentence that `stored` has written."""
        params = {
            name: cls.read(value) if isinstance(value, dict) else value
            for name, value in stored["params"].items()
        }
        return cls(stored["code"], **params)


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float | str | Sentence):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str(value)
