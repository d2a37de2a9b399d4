"""Liar's Dice in words and letters: the text board and why a game ended."""

from typing import Final

from kauri.engine.sentences import SHARED, Sentence, sentence, surrender

from .rules import LiarsDiceState

SENTENCES: Final = {
    **SHARED,
    "liars-dice-true": "{seats} loses: {quantity} times {face} were bid, and {count} are there",
    "liars-dice-false": "{seats} loses: {quantity} times {face} were bid, but {count} are there",
    "liars-dice-left": "{seats} forfeits, and loses",
}


def ending(state: LiarsDiceState) -> Sentence:
    """Return how a finished game ended."""
    if state.forfeited():
        seat = state.forfeited()[0]
        alone = state.num_players() > 2
        return sentence("liars-dice-left", seats=[seat]) if alone else surrender(seat)
    quantity, face = divmod(state.bid, state.rules.faces)
    lies = state.count() < quantity + 1
    return sentence(
        "liars-dice-false" if lies else "liars-dice-true",
        seats=[state.bidder if lies else state.caller],
        quantity=quantity + 1,
        face=face + 1,
        count=state.count(),
    )


def board(state: LiarsDiceState) -> str:
    """Return the dice, the last bid, and whose turn it is."""
    dice = " ".join("?" if die < 0 else str(die + 1) for die in state.dice)
    quantity, face = divmod(state.bid, state.rules.faces)
    bid = f"Bid: {quantity + 1}x{face + 1} by seat {state.bidder}" if state.bid >= 0 else "No bid"
    outcome = state.outcome()
    player = state.current_player()
    who = outcome.text if outcome else f"Seat {player} to act." if player >= 0 else "Dice to fall."
    return f"Dice: {dice}\n{bid}\n{who}"
