"""Actions of Nim for people."""

from typing import Final

from kauri.engine.sentences import Sentence, sentence

from .rules import NimState

SENTENCES: Final = {
    "nim-take": "Take {count}",
    "nim-take-told": "{seats} takes {count}",
    "nim-take-label": "{count}",
    "nim-last": "There is only one counter left.",
}


def deed(_state: NimState, action: int) -> Sentence:
    """Return an action in words."""
    return sentence("nim-take", count=action + 1)


def effects(_before: NimState, _action: int, _after: NimState) -> list[Sentence]:
    """Return what follows from an action: nothing that it does not say."""
    return []


def duty(state: NimState) -> Sentence | None:
    """Return why there is no choice."""
    return sentence("nim-last") if state.left == 1 else None
