"""Faults: a bot's, which costs it the game, or the platform's, which costs no bot its game."""

from dataclasses import dataclass, field
from typing import Any

from agents.words import CodedError, Sentence

KINDS: dict[str, str] = {
    "startup": "could not be loaded or started",
    "crash": "raised an exception or ended its process",
    "invalid": "answered with something that is no action of the game",
    "illegal": "chose an action that is not allowed in the position",
    "out-of-turn": "answered when it had not been asked, or computed while it was stopped",
    "timeout": "used up its time",
    "away": "was not connected, and did not come back in time",
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
    """What a bot did wrong; `dataclasses.asdict` makes JSON of it, from whose members it is read.

    `kind` is one of `KINDS`. `ply` counts the events of the record before it (None: before the
    game began). `summary` is one sentence for people, in English; `detail` holds a traceback, or
    for an illegal action what was allowed, and may be empty. `code` and `params` are those of the
    sentence of `agents.words`; `code` is empty for a summary in a bot's own words.
    """

    kind: str
    ply: int | None
    summary: str
    detail: str = ""
    code: str = ""
    params: dict[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> Sentence | str:
        """The sentence, which str() writes in the reader's language, or a bot's own words."""
        if not self.code:
            return self.summary
        return Sentence.read({"code": self.code, "params": self.params})

    def told_with(self, log: str) -> list[str]:
        """Its detail and what the bot had printed, without the traceback that ends both."""
        detail, printed = self.detail.rstrip(), log.rstrip()
        if detail:
            printed = printed.removesuffix(detail).rstrip()
        return [text for text in (detail, printed) if text]


class BotFault(Exception):
    """A bot failed; `fault` says how."""

    def __init__(self, kind: str, summary: Sentence | str, detail: Sentence | str = "") -> None:
        super().__init__(str(summary))
        sentence = summary.stored() if isinstance(summary, Sentence) else {}
        self.fault = Fault(kind, None, str(summary), str(detail), **sentence)


class PlatformFault(CodedError):
    """The sandbox or the host failed; no bot is to blame, and the game must be played again."""


class HostStalled(PlatformFault):
    """The host did not let a bot run at all for a long time (see `agents.table.stall`)."""
