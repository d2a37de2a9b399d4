"""Counting the positions of a game tree, for `engine.perft`."""

# It walks on states of its own, so it may use their inner steps.
# ruff: noqa: SLF001

from engine.state import State
from engine.values import CHANCE, TERMINAL


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly `depth` actions and chance outcomes from here.

    Games that end earlier are not counted. The state stays as it is.
    """
    if depth == 0:
        return 1
    if state._player == TERMINAL:
        return 0
    legal = state._outcomes() if state._player == CHANCE else state._legal()
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        after = state.clone()
        after._advance(action)
        count += perft(after, depth - 1)
    return count
