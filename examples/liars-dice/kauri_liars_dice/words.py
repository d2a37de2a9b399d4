"""Actions and throws of Liar's Dice for people."""

from typing import Final

from kauri.engine.sentences import Sentence, sentence

from .rules import LiarsDiceState

SENTENCES: Final = {
    "liars-dice-bid": "Bid {quantity} times {face}",
    "liars-dice-bid-told": "{seats} bids {quantity} times {face}",
    "liars-dice-bid-label": "{quantity} times {face}",
    "liars-dice-call": "Call the bid a lie",
    "liars-dice-call-told": "{seats} calls the bid a lie",
    "liars-dice-call-label": "Liar!",
    "liars-dice-roll": "Throw a {face}",
    "liars-dice-roll-told": "{seats} throws a {face}",
    "liars-dice-roll-label": "{face}",
    "liars-dice-hide": "Throw a die that others do not see",
    "liars-dice-hide-told": "{seats} throws a die that you do not see",
    "liars-dice-hide-label": "A hidden die",
    "liars-dice-highest": "There is no higher bid: you must call it.",
}


def deed(state: LiarsDiceState, action: int) -> Sentence:
    """Return an action or a throw in words; a throw below 0 is not seen."""
    if action < 0:
        return sentence("liars-dice-hide")
    if state.is_chance_node():
        return sentence("liars-dice-roll", face=action + 1)
    if action == state.rules.call:
        return sentence("liars-dice-call")
    quantity, face = divmod(action, state.rules.faces)
    return sentence("liars-dice-bid", quantity=quantity + 1, face=face + 1)


def effects(_before: LiarsDiceState, _action: int, _after: LiarsDiceState) -> list[Sentence]:
    """Return what follows from an action: nothing that it does not say."""
    return []


def duty(state: LiarsDiceState) -> Sentence | None:
    """Return why there is no choice."""
    return sentence("liars-dice-highest") if state.bid == state.rules.call - 1 else None
