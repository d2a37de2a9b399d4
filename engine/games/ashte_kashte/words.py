"""What the actions and throws of Ashte Kashte are in words."""

# ruff: noqa: SLF001

from typing import Final

from engine.games.ashte_kashte.board import GOAL, PASS, PATHS, SQUARES, STEPS
from engine.games.ashte_kashte.rules import AshteKashteState
from engine.sentences import RACES, Sentence, sentence
from engine.values import CHANCE

SENTENCES: Final = {
    **RACES,
    "ashte-enter": "Enter a piece on {end}",
    "ashte-enter-told": "{seats} enters a piece on {end}",
    "ashte-enter-label": "enter on {end}",
    "ashte-move": "Move the piece from {start} to {end}",
    "ashte-move-told": "{seats} moves the piece from {start} to {end}",
    "ashte-move-label": "{start} to {end}",
    "ashte-split": "Move one piece of the double from {start} to {end}",
    "ashte-split-told": "{seats} moves one piece of the double from {start} to {end}",
    "ashte-split-label": "one piece, {start} to {end}",
    "ashte-double": "Move the double from {start} to {end}",
    "ashte-double-told": "{seats} moves the double from {start} to {end}",
    "ashte-double-label": "the double, {start} to {end}",
    "ashte-pass": "Pass",
    "ashte-pass-told": "{seats} passes",
    "ashte-pass-label": "pass",
    "ashte-throw": "The throw is {steps}",
    "ashte-throw-told": "{seats} throws {steps}",
    "ashte-throw-label": "{steps}",
    "ashte-doubles": "forming a double",
    "ashte-home": "which is home",
    "ashte-may-pass": "You may pass, since every move would form a double",
}


def deed(state: AshteKashteState, action: int) -> Sentence:
    """Return how far a throw leads, or which piece moves where."""
    if state._player == CHANCE:
        return sentence("ashte-throw", steps=STEPS[action])
    if action == PASS:
        return sentence("ashte-pass")
    index = action % GOAL
    end = _square(state, index + state._steps)
    if not index:
        return sentence("ashte-enter", end=end)
    code = "ashte-move"
    if state.pieces(state._player).count(index) > 1:
        code = "ashte-double" if action > GOAL else "ashte-split"
    return sentence(code, start=_square(state, index), end=end)


def effects(before: AshteKashteState, action: int, after: AshteKashteState) -> list[Sentence]:
    """Return what is captured, whether a double is formed, and whether the seat throws again."""
    again = [sentence("race-again")] * (after._player == CHANCE and after._turn == before._turn)
    if before._player == CHANCE:
        return [] if after._player >= 0 else [sentence("race-stuck"), *again]
    if action == PASS:
        return again
    seat, end = before._player, action % GOAL + before._steps
    sentences = [sentence("race-capture", captured=[other]) for other in _captured(before, after)]
    if end == GOAL:
        sentences.append(sentence("ashte-home"))
    elif end in before.pieces(seat):
        sentences.append(sentence("ashte-doubles"))
    return sentences + again


def _captured(before: AshteKashteState, after: AshteKashteState) -> list[int]:
    """Return the seats of which pieces have to start again."""
    seats = range(before.num_players())
    return [
        seat
        for seat in seats
        if seat != before._player
        and before.pieces(seat).count(None) < after.pieces(seat).count(None)
    ]


def duty(state: AshteKashteState) -> Sentence | None:
    """Return why a pass is allowed, or that one piece alone can move."""
    if state._may_pass and not state._rules.passing:
        return sentence("ashte-may-pass")
    return sentence("race-only") if len(state.legal_actions()) == 1 else None


def _square(state: AshteKashteState, index: int) -> str:
    return SQUARES[PATHS[state._rules.edges[state._player]][index]]
