"""What can go wrong in the domain, for callers to turn into pages, answers and log lines.

DomainError
  +-- Invalid       something given cannot be used; says which field, and what is allowed
  +-- NotAllowed    this player may not do that
  +-- StaleAttempt  a report from an attempt that is no longer current
  +-- Interrupted   the worker is told to stop
"""


class DomainError(Exception):
    """The root of the domain's errors; the text is for people."""


class Invalid(DomainError):
    """A value that cannot be used: `field` names it, the text says what is allowed.

    Without a field it is the whole that cannot be.
    """

    def __init__(self, field: str | None, message: str) -> None:
        super().__init__(message)
        self.field = field


class NotAllowed(DomainError):
    """This player may not do that, and the text says who may."""


class StaleAttempt(DomainError):
    """A worker reports for an attempt that was given to another worker meanwhile."""


class Interrupted(DomainError):
    """The worker is told to stop: it hands back what it has not finished."""
