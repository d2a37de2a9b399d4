"""Errors between the kit and a site.

SiteError
  +-- Refused         the site says no, with a sentence and a code
  +-- Unreachable     the site does not answer, or failed itself
  +-- OtherProtocol   the site's bots speak another protocol than this kit's
"""

from typing import Any

from agents.words import CodedError, Sentence
from engine.printing import escaped


class SiteError(Exception):
    """The root of these errors; str() is a sentence."""


class Refused(SiteError):
    """The site refuses a request: its HTTP `status`, its `code`, and its sentences.

    `codes` has the codes by field, where single fields are at fault.
    """

    def __init__(self, status: int, body: object) -> None:
        problem = _texts(body)
        listed = body.get("errors") if isinstance(body, dict) else None
        errors = [_texts(item) for item in listed] if isinstance(listed, list) else []
        self.status = status
        self.code = problem.get("code", "")
        self.codes: dict[str, list[str]] = {}
        for error in errors:
            self.codes.setdefault(error.get("field", ""), []).append(error.get("code", ""))
        said = [f"{error.get('field', '')}: {error.get('detail', '')}" for error in errors]
        text = "\n".join(said or [problem.get("detail", "")])
        super().__init__(text or str(Sentence("site-refused", status=status)))


def _texts(body: Any) -> dict[str, str]:
    """The texts of a site's object, each on one line; empty for anything else."""
    members = body.items() if isinstance(body, dict) else ()
    return {name: escaped(text) for name, text in members if isinstance(text, str)}


class Unreachable(SiteError, CodedError):
    """The site does not answer, or failed itself."""


class OtherProtocol(SiteError, CodedError):
    """The site's bots speak another version of the protocol."""
