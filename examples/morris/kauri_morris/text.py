"""Nine Men's Morris in words and letters: the text board and why a game ended."""

from typing import Final

from kauri.engine.sentences import SHARED, Sentence, sentence, surrender

from .rules import MorrisState

SENTENCES: Final = {
    **SHARED,
    "morris-few": "{seats} has only two men left",
    "morris-stuck": "{seats} cannot move",
    "morris-quiet": "A draw after {moves} moves without a mill",
}
_ROWS: Final = (
    "7 {21}--------{22}--------{23}",
    "6 |  {18}-----{19}-----{20}  |",
    "5 |  |  {15}--{16}--{17}  |  |",
    "4 {9}--{10}--{11}     {12}--{13}--{14}",
    "3 |  |  {6}--{7}--{8}  |  |",
    "2 |  {3}-----{4}-----{5}  |",
    "1 {0}--------{1}--------{2}",
    "  a  b  c  d  e  f  g",
)


def ending(state: MorrisState) -> Sentence:
    """Return how a finished game ended."""
    if state.forfeited():
        return surrender(state.forfeited()[0])
    if state.ranks() == [1, 1]:
        return sentence("morris-quiet", moves=state.rules.quiet_limit)
    winner = state.ranks().index(1)
    few = len(state.men(1 - winner)) + state.hands[1 - winner] < 3
    cause = sentence("morris-few" if few else "morris-stuck", seats=[1 - winner])
    return sentence("result-cause", result=sentence("wins", seats=[winner]), cause=cause)


def board(state: MorrisState) -> str:
    """Return the board, the men in the hands, and whose turn it is."""
    symbols = ["." if owner < 0 else "OX"[owner] for owner in state.points]
    rows = [row.format(*symbols) for row in _ROWS]
    outcome = state.outcome()
    who = outcome.text if outcome else f"Seat {state.current_player()} to act."
    hands = f"In hand: O {state.hands[0]}, X {state.hands[1]}"
    return "\n".join([*rows, hands, who])
