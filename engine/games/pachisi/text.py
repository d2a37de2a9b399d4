"""Pachisi in words and letters: the text board, whose turn it is, why a game ended."""

# ruff: noqa: SLF001

from functools import cache
from typing import Final

from engine.games.pachisi.board import arm_of, goal_places, track_places, turned, way_places
from engine.games.pachisi.notation import LETTERS
from engine.games.pachisi.rules import PachisiState
from engine.games.pachisi.tables import COLOURS, squares_of
from engine.sentences import SHARED, Sentence, of_seats, sentence
from engine.values import CHANCE

SENTENCES: Final = {
    **SHARED,
    "throws-made": "all {throws} throws are made",
    "rank": "{seats} has rank {rank}",
    "last-forfeits": "{seats} forfeits, and nobody else is left",
    "places-decided": "all places but the last are decided: {ranks}",
    "pieces-home": "all its pieces are home",
    "colours-home": "both colours are home",
}


def ending(state: PachisiState) -> Sentence:
    """Return why a finished game ended, and who won."""
    ranks = state.ranks()
    if state._reason == "limit":
        made = sentence("throws-made", throws=state._rules.turn_limit)
        return sentence("cause-result", cause=made, result=_standing(ranks))
    first = _seats_of(ranks, 1)
    return sentence("result-cause", result=of_seats("wins", first), cause=_cause(state, first))


def _cause(state: PachisiState, first: list[int]) -> Sentence:
    if state._reason == "forfeit":
        return sentence("last-forfeits", seats=[state.forfeited()[-1]])
    if state._rules.playout:
        return sentence("places-decided", ranks=_standing(state.ranks()))
    return sentence("colours-home" if len(first) > 1 else "pieces-home")


def _standing(ranks: list[int]) -> list[Sentence]:
    standing = []
    for rank in sorted(set(ranks)):
        seats = _seats_of(ranks, rank)
        code = "rank-shared" if len(seats) > 1 else "rank"
        standing.append(sentence(code, seats=seats, rank=rank))
    return standing


def _seats_of(ranks: list[int], rank: int) -> list[int]:
    return [seat for seat, other in enumerate(ranks) if other == rank]


def _whose_turn(state: PachisiState) -> str:
    """Return a sentence that says who is to do what."""
    outcome = state.outcome()
    if outcome is not None:
        return outcome.text
    owned = " and ".join(COLOURS[colour] for colour in state._rules.owned(state._turn))
    who = f"Seat {state._turn} ({owned})"
    if state._rolls:
        return f"{who} to throw for the beginning."
    if state._player == CHANCE:
        return f"{who} to throw."
    return f"{who} to move with {' and '.join(str(number) for number in state.dice())}."


def board(state: PachisiState) -> str:
    """Return the text board: the cross, the progress of all pieces, whose turn it is."""
    cells = [list(row) for row in _empty(state._rules.track)]
    pieces: dict[tuple[int, int], str] = {}
    for piece, place in _places_of(state):
        pieces[place] = pieces.get(place, "") + LETTERS[piece // 4].upper()
    for (x, y), letters in pieces.items():
        cells[y][x] = letters
    lines = [" ".join(f"{cell:>2}" for cell in row).rstrip() for row in cells]
    return "\n".join([*lines, *_progress_lines(state), _whose_turn(state)])


@cache
def _empty(track: int) -> list[list[str]]:
    """Return the board's cells without pieces."""
    size = 2 * arm_of(track) + 3
    cells = [[""] * size for _ in range(size)]
    places = track_places(track)
    for x, y in places:
        cells[y][x] = "."
    for colour in range(4):
        x, y = places[squares_of(track)[colour][1]]
        cells[y][x] = LETTERS[colour]
        for x, y in goal_places(track, colour):
            cells[y][x] = "+"
        for x, y in _yard_places(track, colour):
            cells[y][x] = "-"
    return cells


def _progress_lines(state: PachisiState) -> list[str]:
    lines = []
    for colour, name in enumerate(COLOURS):
        row = state.pieces(colour)
        numbers = " ".join("off" if at is None else f"{at:>2}" for at in row)
        lines.append(f"{name:<6} {numbers}")
    return lines


@cache
def _ways(track: int, colour: int) -> list[list[tuple[int, int]]]:
    """Return by piece of a colour its places in the text board, by progress: the yard, the way."""
    way = way_places(track, colour)
    return [[yard, *way] for yard in _yard_places(track, colour)]


def _yard_places(track: int, colour: int) -> list[tuple[int, int]]:
    """Return places for a colour's pieces in its yard, one a piece, in the text board."""
    middle = arm_of(track) // 2
    size = 2 * arm_of(track) + 3
    near = [(x, size - 1 - y) for y in (middle, middle - 1) for x in (middle - 1, middle)]
    return [turned(place, size, colour) for place in near]


def _places_of(state: PachisiState) -> list[tuple[int, tuple[int, int]]]:
    """Return each piece on the board with its place (column, row)."""
    track = state._rules.track
    places = []
    for piece, at in enumerate(state._at):
        if at >= 0:
            places.append((piece, _ways(track, piece // 4)[piece % 4][at]))
    return places
