"""Ashte Kashte in words and letters: the text board and why a game ended."""

# The closing sentence is made of the state's own fields.
# ruff: noqa: SLF001

from typing import Final, NamedTuple

from engine.games.ashte_kashte.board import GOAL, PATHS, SIDES, SQUARES, STARTS
from engine.games.ashte_kashte.rules import AshteKashteState
from engine.sentences import SHARED, Sentence, sentence

SENTENCES: Final = {
    **SHARED,
    "throws-over": "{throws} throws are over",
    "last-left": "{seats} is the last one left and takes rank {rank}",
    "four-home": "its four pieces came home first",
}
LETTERS: Final = "SENW"


class Stand(NamedTuple):
    """One piece: its seat, its number, its index, and the square of a piece on the board."""

    seat: int
    number: int
    at: int
    square: int


def stands(state: AshteKashteState) -> list[Stand]:
    """Return all pieces; the square is -1 for one that waits or is home."""
    edges = SIDES[state.num_players()]
    pieces = []
    for seat, side in enumerate(edges):
        for number, index in enumerate(state.pieces(seat)):
            at = index or 0
            square = PATHS[side][at] if 0 < at < GOAL else -1
            pieces.append(Stand(seat, number, at, square))
    return pieces


def board(state: AshteKashteState) -> str:
    """Return the board for a terminal: letters for sides, two for a double, + a start square."""
    edges = SIDES[state.num_players()]
    cells = ["+" if square in STARTS else "." for square in range(GOAL)] + ["*"]
    pieces = stands(state)
    for piece in pieces:
        if piece.square >= 0:
            cells[piece.square] = cells[piece.square].strip(".") + LETTERS[edges[piece.seat]]
    lines = []
    for rank in range(7, 0, -1):
        row = [f"{cells[SQUARES.index(f'{file}{rank}')]:>2}" for file in "abcdefg"]
        lines.append(f"{rank}  " + " ".join(row))
    lines.append("    a  b  c  d  e  f  g")
    for seat, side in enumerate(edges):
        indexes = [piece.at for piece in pieces if piece.seat == seat]
        off, home = indexes.count(0), indexes.count(GOAL)
        gone = ", has given up" if seat in state.forfeited() else ""
        lines.append(f"Seat {seat} ({LETTERS[side]}): {off} to enter, {home} home{gone}")
    return "\n".join([*lines, _who(state, LETTERS[edges[state.turn()]])])


def ending(state: AshteKashteState) -> Sentence:
    """Return why the game ended and who won."""
    ranks, left = state.ranks(), state._left()
    if state._reason == "limit":
        cause = sentence("throws-over", throws=state._throws)
        shared = sentence("rank-shared", seats=list(left), rank=ranks[left[0]])
        return sentence("cause-result", cause=cause, result=shared)
    if state._reason == "forfeit":
        return sentence("last-left", seats=[left[0]], rank=ranks[left[0]])
    wins = sentence("wins", seats=[ranks.index(1)])
    return sentence("result-cause", result=wins, cause=sentence("four-home"))


def _who(state: AshteKashteState, letter: str) -> str:
    outcome = state.outcome()
    if outcome is not None:
        return outcome.text
    todo = f"move {state.steps()}" if state.steps() else "throw"
    return f"Seat {state.turn()} ({letter}) to {todo}."
