"""What a seat sees of Ashte Kashte, as bytes; see `engine.planes`.

Seats follow each other in the order of turns, the own one first, each told by the indexes of its
pieces on its own path.
"""

# An observation is written where the state's own fields are.
# ruff: noqa: SLF001

from engine.games.ashte_kashte.board import GOAL, STEPS
from engine.games.ashte_kashte.rules import AshteKashteGame, AshteKashteState
from engine.machine import BytesWriter, i64
from engine.planes import Part, byte, share, write_four, write_one, write_order
from engine.values import TERMINAL


def parts(rules: AshteKashteGame) -> list[Part]:
    """Return the parts of an observation."""
    seats = rules.seats
    return [
        Part("pieces", (seats, GOAL + 1), "by seat and index on its path, how many pieces"),
        Part("throw", (len(STEPS),), "1 for the number of marks that lie there, 0 to 4"),
        Part("turn", (seats,), "1 for whose turn it is, oneself first"),
        Part("home", (seats,), "1 for the first to come home, 2 for the second and so on"),
        Part("playing", (seats,), "1 for who still takes turns"),
        Part("seat", (seats,), "1 for the own seat's number: three seats do not sit evenly"),
        Part("throws", (1,), "how much of the limit of throws is used up, of 255"),
    ]


def write(state: AshteKashteState, seat: i64, writer: BytesWriter) -> None:
    """Write what a seat sees."""
    seats: i64 = state._rules.seats
    for offset in range(seats):
        _write_pieces(state._at[(seat + offset) % seats], writer)
    steps = state._steps
    marks: i64 = steps
    if steps == 8:
        marks = 0
    elif steps == 0:
        marks = -1
    write_one(writer, marks, 5)
    turn: i64 = -1
    if state._player != TERMINAL:
        turn = (state._turn + seats - seat) % seats
    write_one(writer, turn, seats)
    write_order(writer, state._arrived, seat, seats)
    for offset in range(seats):
        writer.append(byte(state._playing >> (seat + offset) % seats & 1))
    write_one(writer, seat, seats)
    writer.append(share(state._throws, state._rules.turn_limit))


def _write_pieces(pieces: i64, writer: BytesWriter) -> None:
    four = (pieces & 63, pieces >> 8 & 63, pieces >> 16 & 63, pieces >> 24 & 63)
    write_four(writer, four, GOAL + 1)
