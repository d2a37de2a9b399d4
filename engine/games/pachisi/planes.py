"""What a seat sees of Pachisi, as bytes; see `engine.planes`.

Colours follow each other as on the board, the seat's own one first. Each is told by the progress of
its pieces on its own way.
"""

# An observation is written where the state's own fields are.
# ruff: noqa: SLF001

from engine.games.pachisi.rules import PachisiGame, PachisiState
from engine.machine import BytesWriter, i64
from engine.planes import (
    Part,
    byte,
    share,
    write_four,
    write_one,
    write_order,
    write_zeros,
)
from engine.values import TERMINAL


def parts(game: PachisiGame) -> list[Part]:
    """Return the parts of an observation."""
    seats = game.rules.seats
    return [
        Part("pieces", (4, game.rules.track + 5), "by colour and progress, how many pieces"),
        Part("dice", (2, 6), "the larger number left to play, then the smaller one"),
        Part("turn", (seats,), "1 for whose turn it is, oneself first"),
        Part("home", (seats,), "1 for the first to come home, 2 for the second and so on"),
        Part("playing", (seats,), "1 for who still takes turns"),
        Part("beginning", (seats,), "a beginning throw, 7 for who is out, 8 for one to come"),
        Part("again", (1,), "1 if the throw has a 6"),
        Part("tries", (1,), "throws of this turn that led to nothing"),
        Part("throws", (1,), "how much of the limit of throws is used up, of 255"),
    ]


def write(state: PachisiState, seat: i64, writer: BytesWriter) -> None:
    """Write what a seat sees."""
    rules = state._rules
    seats: i64 = rules.seats
    for offset in range(4):
        _write_colour(state, seat + offset & 3, writer)
    write_one(writer, state._first - 1, 6)
    write_one(writer, state._second - 1, 6)
    turn: i64 = -1
    if state._player != TERMINAL:
        turn = (state._turn + seats - seat) % seats
    write_one(writer, turn, seats)
    write_order(writer, state._home, seat, seats)
    for offset in range(seats):
        writer.append(byte(state._playing >> (seat + offset) % seats & 1))
    _write_beginning(state, seat, writer)
    writer.append(byte(state._again))
    writer.append(byte(state._tries))
    writer.append(share(state._throws, rules.turn_limit))


def _write_colour(state: PachisiState, colour: i64, writer: BytesWriter) -> None:
    at = state._at
    four = (at[4 * colour], at[4 * colour + 1], at[4 * colour + 2], at[4 * colour + 3])
    write_four(writer, four, state._rules.track + 5)


def _write_beginning(state: PachisiState, seat: i64, writer: BytesWriter) -> None:
    seats: i64 = state._rules.seats
    first = write_zeros(writer, seats)
    other = (seats - seat) % seats
    for number in state._rolls:
        roll: i64 = number
        writer[first + other] = byte(roll if roll > 0 else 8 + roll)
        other = (other + 1) % seats
