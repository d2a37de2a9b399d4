"""Positions of Liar's Dice as JSON-safe documents."""

from typing import Any

from kauri.engine.values import HIDDEN, integer

from .rules import TO_ROLL, LiarsDiceGame, LiarsDiceState

_WORDS = {TO_ROLL: None, HIDDEN: "hidden"}


def position(state: LiarsDiceState) -> dict[str, Any]:
    """Return the position alone: faces by seat, the bid, who made and who called it."""
    dice = [_WORDS[die] if die < 0 else die + 1 for die in state.dice]
    return {
        "dice": dice,
        "bid": state.bid,
        "bidder": state.bidder,
        "caller": state.caller,
        "beginning": None in dice,
    }


def restore(rules: LiarsDiceGame, document: dict[str, Any]) -> LiarsDiceState:
    """Return the state of a document; raise ValueError where it cannot be a position."""
    state = LiarsDiceState(rules)
    last = rules.seats - 1
    state.dice = [_die(rules, die) for die in document["dice"]]
    state.bid = integer(document["bid"], -1, rules.call - 1)
    state.bidder = integer(document["bidder"], -1, last)
    state.caller = integer(document["caller"], -1, last)
    if len(state.dice) != rules.seats or (state.bid < 0) != (state.bidder < 0):
        raise ValueError("each seat has a die, and each bid a bidder")
    if document["player"] >= 0 and (TO_ROLL in state.dice or state.caller >= 0):
        raise ValueError("the dice come first, and a call ends the bids")
    return state


def _die(rules: LiarsDiceGame, die: int | str | None) -> int:
    if die is None or isinstance(die, str):
        return {None: TO_ROLL, "hidden": HIDDEN}[die]
    return integer(die, 1, rules.faces) - 1
