"""What can go wrong between the kit and a site.

SiteError
  +-- Refused         the site says no, with a sentence and a code
  +-- Unreachable     the site does not answer, or failed itself
  +-- OtherProtocol   the site's bots speak another protocol than this kit's
"""

from collections.abc import Mapping

from agents.words import CodedError, Sentence


class SiteError(Exception):
    """The root of these errors; str() is a sentence."""


class Refused(SiteError):
    """The site refuses a request: its HTTP `status`, its `code`, and its sentences.

    `codes` has the codes by field, where single fields are at fault.
    """

    def __init__(self, status: int, body: object) -> None:
        problem = body if isinstance(body, Mapping) else {}
        errors = problem.get("errors") or []
        self.status = status
        self.code = str(problem.get("code", ""))
        self.codes: dict[str, list[str]] = {}
        for one in errors:
            self.codes.setdefault(one["field"], []).append(one["code"])
        said = [f"{one['field']}: {one['detail']}" for one in errors] or [problem.get("detail", "")]
        super().__init__("\n".join(said) or str(Sentence("site-refused", status=status)))


class Unreachable(SiteError, CodedError):
    """The site does not answer, or failed itself."""


class OtherProtocol(SiteError, CodedError):
    """The site's bots speak another version of the protocol."""
