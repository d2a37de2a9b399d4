"""What the actions and throws of EinStein are in words."""

# ruff: noqa: SLF001

from typing import Final

from engine.games.einstein.rules import EinsteinState
from engine.games.einstein.tables import BOTH, MOVES, SQUARES, STEPS
from engine.sentences import Sentence, sentence
from engine.values import CHANCE

SENTENCES: Final = {
    "einstein-move": "Move stone {stone} to {square}",
    "einstein-move-told": "{seats} moves stone {stone} to {square}",
    "einstein-move-label": "{stone} to {square}",
    "einstein-lay": "Lay the stones in the order {order}",
    "einstein-lay-told": "{seats} lays the stones in the order {order}",
    "einstein-lay-label": "{order}",
    "einstein-lot": "The stones lie by lot in the order {order}",
    "einstein-lot-told": "{seats} gets its stones by lot, in the order {order}",
    "einstein-lot-label": "{order}",
    "einstein-throw": "The die shows {face}",
    "einstein-throw-told": "{seats} throws a {face}",
    "einstein-throw-label": "a {face}",
    "einstein-capture": "capturing stone {stone}",
    "einstein-own": "taking stone {stone} of its own off the board",
    "einstein-next": "and stone {face} is gone, so stone {stone} moves",
    "einstein-either": "and stone {face} is gone, so stone {smaller} or {larger} moves",
    "einstein-last": "You have one stone left, so you need no throw",
    "einstein-choice": "Stone {face} is gone: move stone {smaller} or {larger}",
    "einstein-instead": "Stone {face} is gone: move stone {stone}",
}


def deed(state: EinsteinState, action: int) -> Sentence:
    """Return which stone moves where, how stones are laid, or what the die shows."""
    if action >= MOVES:
        code = "einstein-lot" if state._player == CHANCE else "einstein-lay"
        return sentence(code, order=" ".join(state.action_to_string(action)[1:]))
    if state._player == CHANCE:
        return sentence("einstein-throw", face=action + 1)
    square = SQUARES[_target(state, action)]
    return sentence("einstein-move", stone=action // 3 + 1, square=square)


def effects(before: EinsteinState, action: int, after: EinsteinState) -> list[Sentence]:
    """Return which stone is captured, or which one moves in the place of one that is gone."""
    if action >= MOVES:
        return []
    if before._player == CHANCE:
        stones = _movers(after)
        if action + 1 in stones:
            return []
        return [_in_place(("einstein-next", "einstein-either"), action + 1, stones)]
    taken = before._board[_target(before, action)]
    if taken < 0:
        return []
    is_own = taken // 6 == before._player
    return [sentence("einstein-own" if is_own else "einstein-capture", stone=taken % 6 + 1)]


def duty(state: EinsteinState) -> Sentence | None:
    """Return why these stones have to move: the one thrown is gone, or only one is left."""
    if state._placed != BOTH:
        return None
    stones, face = _movers(state), state.roll()
    if face is None:
        return sentence("einstein-last")
    if face in stones:
        return None
    return _in_place(("einstein-instead", "einstein-choice"), face, stones)


def _in_place(codes: tuple[str, str], face: int, stones: list[int]) -> Sentence:
    """Return that one of these stones moves for one that is gone; codes for one and for two."""
    if len(stones) == 1:
        return sentence(codes[0], face=face, stone=stones[0])
    return sentence(codes[1], face=face, smaller=stones[0], larger=stones[1])


def _movers(state: EinsteinState) -> list[int]:
    """Return the numbers of the stones that may move now."""
    return sorted({action // 3 + 1 for action in state.legal_actions()})


def _target(state: EinsteinState, action: int) -> int:
    return state._at[state._player * 6 + action // 3] + STEPS[state._player * 3 + action % 3]
