"""Pachisi in words and letters: the text board, whose turn it is, why a game ended."""

# ruff: noqa: SLF001

from functools import cache

from engine.games.pachisi.board import arm_of, goal_places, track_places, turned, way_places
from engine.games.pachisi.notation import LETTERS
from engine.games.pachisi.rules import PachisiState
from engine.games.pachisi.tables import COLOURS, squares_of
from engine.values import CHANCE, TERMINAL


def ending(state: PachisiState) -> str:
    """Return why a finished game ended, in a sentence."""
    ranks = state.ranks()
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    who = _seats(first)
    wins = "win" if len(first) > 1 else "wins"
    if state._reason == "limit":
        return f"All {state._rules.turn_limit} throws are made: {_standing(ranks)}."
    if state._reason == "forfeit":
        gone = _seats([state.forfeited()[-1]]).lower()
        return f"{who} {wins}: {gone} forfeits, and nobody else is left."
    if state._rules.playout:
        return f"{who} {wins}: all places but the last are decided: {_standing(ranks)}."
    return f"{who} {wins}: {'both colours are' if len(first) > 1 else 'all its pieces are'} home."


def _seats(seats: list[int]) -> str:
    names = ", ".join(str(seat) for seat in seats[:-1])
    return f"Seats {names} and {seats[-1]}" if names else f"Seat {seats[-1]}"


def _standing(ranks: list[int]) -> str:
    parts = []
    for rank in sorted(set(ranks)):
        seats = [seat for seat, other in enumerate(ranks) if other == rank]
        verb = "share rank" if len(seats) > 1 else "has rank"
        parts.append(f"{_seats(seats).lower()} {verb} {rank}")
    return ", ".join(parts)


def _whose_turn(state: PachisiState) -> str:
    """Return a sentence that says who is to do what."""
    if state._player == TERMINAL:
        return ending(state)
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
