"""The errors that end a command: their exit status, and what is said of them."""

import sys
from http.client import UNAUTHORIZED

from agents.desk.status import FAILED, MISUSED, REFUSED
from agents.sandbox import SandboxUnavailable
from agents.terms.faults import PlatformFault
from agents.words import CodedError, Sentence
from engine import EngineError
from tournaments.kit.errors import Refused, SiteError
from tournaments.mathematics.formats import FormatError

STATUSES: dict[type[Exception], int] = {
    Refused: REFUSED,
    SiteError: FAILED,
    SandboxUnavailable: FAILED,
    PlatformFault: FAILED,
    CodedError: MISUSED,
    EngineError: MISUSED,
    FormatError: MISUSED,
}
"""Exceptions that end a command, with its exit status: the first that fits."""


def status_of(error: Exception) -> int | None:
    """The exit status for an error; None for one that is a defect of the kit."""
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), None)


def said(error: Exception) -> object:
    """The sentence of an error, with the words of its cause."""
    if isinstance(error, SandboxUnavailable) and sys.platform == "linux":
        return Sentence("no-sandbox", why=error)
    if isinstance(error, Refused) and error.status == UNAUTHORIZED:
        return Sentence("log-in-again", why=str(error))
    if isinstance(error, PlatformFault):
        return Sentence("machine-failed", why=error)
    return error
