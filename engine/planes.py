"""The common part of observations: their parts, how they are written, and fixed actions.

An observation is bytes, one number from 0 to 255 each, as a seat sees its game: its own part comes
first, the others' follow in the order of turns. docs/28-research.md has the parts of each game.
"""

# A seat that does not exist is refused as by states.
# ruff: noqa: SLF001

from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.bits import PLACE_OF
from engine.machine import BytesWriter, i64, u8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Game
    from engine.state import State


_ZEROS: Final = [bytes(size) for size in range(151)]
"""By number: so many zeros. They are written at once, since most bytes of observations are 0."""


class Part(NamedTuple):
    """Some neighbouring bytes of an observation: their name, shape, and what they say."""

    name: str
    shape: tuple[int, ...]
    help: str


def parts(game: "Game") -> list[Part]:
    """Return what an observation of a variant consists of, in this order."""
    declared: list[Part] = game.info.part("planes").parts(game)
    return declared


def size(game: "Game") -> int:
    """Return how many bytes an observation has."""
    return sum(prod(part.shape) for part in parts(game))


def observe(state: "State", seat: int) -> bytes:
    """Return what a seat sees; nothing that `State.view` hides from it changes a byte."""
    state._check_seat(seat)
    writer = BytesWriter()
    state.get_game().info.part("planes").write(state, seat, writer)
    return writer.getvalue()


def observe_all(states: "Sequence[State]") -> bytes:
    """Return what all seats see in some positions of a game, one seat after the other."""
    writer = BytesWriter()
    for state in states:
        write = state.get_game().info.part("planes").write
        for seat in range(state.num_players()):
            write(state, seat, writer)
    return writer.getvalue()


def actions(game: "Game") -> int:
    """Return how many fixed actions there are: the codes of all legal actions are below it."""
    fixed: int | None = getattr(game.info.part("planes"), "ACTIONS", None)
    return game.num_distinct_actions() if fixed is None else fixed


def codes(state: "State") -> list[tuple[int, int]]:
    """Return (code, action id) of what may be done now, by codes; nothing but for a seat to act.

    Codes are the ids, but in games with very many ids: there docs/28-research.md says what a code
    is, and in a position with more legal actions than codes some have none.
    """
    if not state.is_player_node():
        return []
    own = getattr(state.get_game().info.part("planes"), "codes", None)
    if own is None:
        return [(action, action) for action in state.legal_actions()]
    own_codes: list[tuple[int, int]] = own(state)
    return own_codes


# What the games' own modules write with. Zeros come at once, then the few other bytes: a compiled
# append takes a `u8`, and any other number would go through a call of Python's.


def byte(number: i64) -> u8:
    """Return the number, or 255 for a larger one."""
    return u8(min(number, 255))


def share(number: i64, limit: i64) -> u8:
    """Return how much of a limit is used up, from 0 to 255."""
    return byte(number * 255 // limit)


def write_zeros(writer: BytesWriter, size: i64) -> i64:
    """Write zeros and return the place of the first one."""
    first: i64 = len(writer)
    writer.write(_ZEROS[size])
    return first


def write_one(writer: BytesWriter, place: i64, size: i64) -> None:
    """Write zeros with a 1 at a place; none where the place is not among them."""
    first = write_zeros(writer, size)
    if 0 <= place < size:
        writer[first + place] = 1


def write_four(writer: BytesWriter, pieces: tuple[i64, i64, i64, i64], size: i64) -> None:
    """Write for each place how many of four pieces stand there."""
    first = write_zeros(writer, size)
    # A loop over a tuple would make objects of its numbers.
    _count(writer, first, pieces[0], size)
    _count(writer, first, pieces[1], size)
    _count(writer, first, pieces[2], size)
    _count(writer, first, pieces[3], size)


def _count(writer: BytesWriter, first: i64, place: i64, size: i64) -> None:
    if 0 <= place < size:
        writer[first + place] = writer[first + place] + 1


def write_order(writer: BytesWriter, order: tuple[int, ...], seat: i64, seats: i64) -> None:
    """Write for each seat, the own one first, which one of an order it is; 0 for none."""
    first = write_zeros(writer, seats)
    for rank, owner in enumerate(order):
        other: i64 = owner
        writer[first + (other + seats - seat) % seats] = byte(rank + 1)


def write_set(writer: BytesWriter, bits: i64, size: i64) -> None:
    """Write 1 for each place whose bit is set, else 0."""
    first = write_zeros(writer, size)
    while bits:
        low = bits & -bits
        bits ^= low
        writer[first + PLACE_OF[low % 67]] = 1
