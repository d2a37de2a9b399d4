"""Faults: a bot's, which costs it the game, or the platform's, which costs no bot its game."""

from dataclasses import asdict, dataclass

from agents.words import CodedError, Sentence

KINDS: dict[str, str] = {
    "startup": "could not be loaded or started",
    "crash": "raised an exception or ended its process",
    "invalid": "answered with something that is no action of the game",
    "illegal": "chose an action that is not allowed in the position",
    "out-of-turn": "answered when it had not been asked, or computed while it was stopped",
    "timeout": "used up its time",
    "memory": "used more memory than allowed",
    "cpu": "used more CPU time than allowed",
    "scratch": "put more into /tmp than allowed",
    "output": "printed or answered more than allowed",
}
"""The kinds of fault, each with its meaning. They are reasons of forfeits in records."""

RESIGNED = "resigned"
"""The reason of a forfeit that is no fault: the bot has given the game up."""

ENDS: dict[str, str] = {
    "normal": "The game was played to its end, which the rules of the game name and explain.",
    RESIGNED: "The bot resigned.",
    **{kind: f"The bot {meaning}." for kind, meaning in KINDS.items()},
    "void": "The platform failed, for the reason shown. No bot is to blame, and nothing is rated.",
}
"""Every way in which a bot's game can end, each with its sentence.

"void" is for matches that failed three times; all but that and "normal" are reasons of forfeits.
"""


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong.

    `kind` is one of `KINDS`. `ply` counts the events of the record before it (None: before the
    game began). `summary` is one sentence for people; `detail` holds a traceback, or for an
    illegal action what was allowed, and may be empty.
    """

    kind: str
    ply: int | None
    summary: str
    detail: str = ""

    def to_dict(self) -> dict[str, str | int | None]:
        """Return a JSON-safe dict `d` for which `Fault(**d)` is an equal fault."""
        return asdict(self)


class BotFault(Exception):
    """A bot failed; `fault` says how."""

    def __init__(self, kind: str, summary: Sentence | str, detail: Sentence | str = "") -> None:
        super().__init__(str(summary))
        self.fault = Fault(kind, None, str(summary), str(detail))


class PlatformFault(CodedError):
    """The sandbox or the host failed; no bot is to blame, and the game must be played again."""


class HostStalled(PlatformFault):
    """The host did not let a bot run at all for a long time (see `agents.table.stall`)."""
