"""What a seat sees of EinStein, as bytes; see `engine.planes`.

Seat 1 sees the board turned, as it sits: its stones start at the top left as seat 0's do. So the
numbers of actions, which are the same for both seats, mean the same squares.
"""

# An observation is written where the state's own fields are.
# ruff: noqa: SLF001

from engine.bits import BITS
from engine.games.einstein.rules import EinsteinGame, EinsteinState
from engine.games.einstein.tables import BOTH
from engine.machine import BytesWriter, i64
from engine.planes import Part, byte, write_one, write_zeros
from engine.values import TERMINAL


def parts(_rules: EinsteinGame) -> list[Part]:
    """Return the parts of an observation."""
    return [
        Part("own", (6, 5, 5), "a plane a stone, 1 to 6: where it stands, row by row"),
        Part("other", (6, 5, 5), "the same of the other seat's stones"),
        Part("die", (6,), "the number that was rolled; zeros where there is none"),
        Part("turn", (2,), "1 for whose turn it is: one's own, the other's"),
        Part("placed", (2,), "1 for whose stones are placed: one's own, the other's"),
    ]


def write(state: EinsteinState, seat: i64, writer: BytesWriter) -> None:
    """Write what a seat sees."""
    placed = state._placed
    _write_stones(state, seat, seat, writer)
    # While only seat 0 has chosen its arrangement, nobody else sees it.
    if seat == 1 and placed != BOTH and state._rules.setup == "chosen":
        write_zeros(writer, 150)
    else:
        _write_stones(state, 1 - seat, seat, writer)
    write_one(writer, state._roll, 6)
    turn: i64 = -1
    if state._player != TERMINAL:
        turn = state._turn ^ seat
    write_one(writer, turn, 2)
    writer.append(byte(placed & BITS[seat] != 0))
    writer.append(byte(_other_placed(state, seat, placed)))


def _other_placed(state: EinsteinState, seat: i64, placed: i64) -> i64:
    """Return whether the other seat has placed its stones, hidden ones among them."""
    if seat == 1 and state._hidden:
        return 1
    return placed & BITS[1 - seat]


def _write_flag(writer: BytesWriter, bits: i64) -> None:
    if bits:
        writer.append(1)
    else:
        writer.append(0)


def _write_stones(state: EinsteinState, owner: i64, seat: i64, writer: BytesWriter) -> None:
    at = state._at
    plane = write_zeros(writer, 150)
    for stone in range(owner * 6, owner * 6 + 6):
        square = at[stone]
        if square >= 0:
            writer[plane + (24 - square if seat == 1 else square)] = 1
        plane += 25
