"""Why a bot cannot be used. Not in the harness: that runs as `__main__`, not by its name."""

from agents import complaints
from agents.inside import protocol


class Refusal(Exception):
    """The bot failed, for a reason of `agents.complaints`; no traceback of Python helps.

    `kind` is one of `protocol.REPORTABLE`.
    """

    def __init__(
        self, code: str, kind: str = "startup", detail: str = "", /, **values: int | str
    ) -> None:
        self.kind, self.code = kind, code
        # It ends with the reason.
        self.detail = detail[-protocol.DETAIL_CHARACTERS :]
        self.values = {
            name: value[: protocol.VALUE_CHARACTERS] if isinstance(value, str) else value
            for name, value in values.items()
        }
        super().__init__(complaints.english(code, self.values))
