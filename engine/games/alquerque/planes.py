"""What a seat sees of Alquerque grande, as bytes, and codes for its actions; see `engine.planes`.

The board is not turned: actions mean the same points to every seat.

A code is (start * 49 + end) * 4 + rank: the points where a stone starts and ends, and how many
legal actions with the same two points have lower ids. `end` is the start itself for a stone that
is lost on its way. The fifth such action and later ones have no code, nor have captures beyond
the first 1,000 of a position.
"""

# An observation is written where the state's own fields are.
# ruff: noqa: SLF001

from typing import Final

from engine.games.alquerque.captures import jumps_of
from engine.games.alquerque.lines import FROM, STEPS, TO
from engine.games.alquerque.rules import AlquerqueGame, AlquerqueState
from engine.machine import BytesWriter, i64
from engine.planes import Part, byte, share, write_one, write_set, write_zeros

RANKS: Final = 4
ACTIONS: Final = 49 * 49 * RANKS
_MOST: Final = 1000


def parts(rules: AlquerqueGame) -> list[Part]:
    """Return the parts of an observation."""
    seats = rules.num_players()
    return [
        Part("stones", (seats, 7, 7), "a plane a seat, oneself first: its stones, from a1 on"),
        Part("barred", (seats, 2, 7, 7), "start and end of the step back that a seat may not take"),
        Part("captured", (seats,), "how many stones each seat has captured"),
        Part("places", (seats,), "the place of a seat that is out of a slow game"),
        Part("absent", (seats,), "1 for a partner that has given up"),
        Part("turn", (seats,), "1 for who is to act, oneself first"),
        Part("seat", (seats,), "1 for the own seat's number: the board is not turned"),
        Part("quiet", (1,), "how much of the quiet limit is used up, of 255"),
    ]


def write(state: AlquerqueState, seat: i64, writer: BytesWriter) -> None:
    """Write what a seat sees."""
    rules = state._rules
    seats = rules.seats
    for offset in range(seats):
        write_set(writer, state._stones[(seat + offset) % seats], 49)
    for offset in range(seats):
        _write_barred(state._barred[(seat + offset) % seats], writer)
    for offset in range(seats):
        writer.append(byte(state._captured[(seat + offset) % seats]))
    for offset in range(seats):
        writer.append(byte(state._places[(seat + offset) % seats]))
    for offset in range(seats):
        writer.append(byte(state._absent >> (seat + offset) % seats & 1))
    turn: i64 = -1
    if state._player >= 0:
        turn = (state._player + seats - seat) % seats
    write_one(writer, turn, seats)
    write_one(writer, seat, seats)
    writer.append(share(state._quiet, rules.quiet_limit))


def _write_barred(line: i64, writer: BytesWriter) -> None:
    first = write_zeros(writer, 98)
    if line >= 0:
        writer[first + FROM[line]] = 1
        writer[first + 49 + TO[line]] = 1


def codes(state: AlquerqueState) -> list[tuple[int, int]]:
    """Return (code, action id) of what may be done now, by codes."""
    met: dict[int, int] = {}
    coded: list[tuple[int, int]] = []
    for action in state._some(_MOST):
        ends = _ends(action)
        rank = met.get(ends, 0)
        met[ends] = rank + 1
        if rank < RANKS:
            coded.append((ends * RANKS + rank, action))
    coded.sort()
    return coded


def _ends(action: i64) -> i64:
    """Return 49 * the point where an action's stone starts + the one where it ends."""
    if action < STEPS:
        line = action // 50
        return 49 * FROM[line] + TO[line]
    start, end, _gone = jumps_of(action)
    return 49 * start + (start if end < 0 else end)
