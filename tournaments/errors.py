"""What can go wrong in the domain, for callers to turn into pages, answers and log lines.

DomainError
  +-- Invalid       something given cannot be used; says which field, and what is allowed
        +-- OutOfDate   the game has gone on since the state that a request is about
  +-- NotAllowed    this player may not do that
  +-- StaleAttempt  a report from an attempt that is no longer current
  +-- Interrupted   the worker is stopped
  +-- RecordUnavailable    the file with a record is missing or damaged
  +-- StorageUnavailable   the storage of the archives does not answer, or refuses (an OSError too)
"""

from typing import Any

from agents.words import CodedError


class DomainError(CodedError):
    """The root of the domain's errors: a code of the catalogue, with the values it speaks of.

    `field` names what was given wrong; None where it is the whole. str() is the sentence.
    """

    def __init__(self, code: str, field: str | None = None, /, **params: object) -> None:
        super().__init__(code, **params)
        self.field = field

    @property
    def params(self) -> dict[str, Any]:
        """The values in the sentence, as JSON."""
        return dict(self.sentence.stored()["params"])


class Invalid(DomainError):
    """A value that cannot be used; the sentence says what is allowed."""


class OutOfDate(Invalid):
    """The game has gone on since the state that a request is about."""


class NotAllowed(DomainError):
    """This player may not do that; the sentence says who may."""


class StaleAttempt(DomainError):
    """A worker reports for an attempt that was given to another worker meanwhile."""


class Interrupted(DomainError):
    """The worker is stopped: it hands back what it has not finished."""


class RecordUnavailable(DomainError):
    """The file with the record of a game is missing or damaged; the sentence names it."""


class StorageUnavailable(DomainError, OSError):
    """The storage of the archives does not answer, or refuses."""
