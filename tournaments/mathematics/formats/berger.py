"""Round-robins of two sides: the Berger tables of the FIDE Handbook.

Source: FIDE Handbook, C.05 annex 1 "Details of Berger Table", order of games and of colours, first
published by Schurig (1886). With an odd number the highest number stands for the bye. Of a double
round-robin the annex recommends to reverse the order of the last two rounds of the first cycle, so
that nobody has the same colour three times running. We do the same with each cycle but the
last; four entrants in more than two cycles meet a colour three times running all the same.

Left out: the draw of lots for the numbers (entrants are numbered by entry), and the restricted
drawing of entrants of one federation.
"""

from collections.abc import Sequence

from tournaments.mathematics.formats.base import Pairing


def round_robin(entrants: int, cycles: int = 1) -> list[list[Pairing]]:
    """Rounds in which every two of `entrants` entrants meet exactly `cycles` times.

    Every other cycle has the colours reversed. With an odd number each entrant has one bye in a
    cycle, a pairing of one. Raises ValueError for fewer than two entrants.
    """
    if entrants < 2:
        raise ValueError("a round-robin needs at least two entrants")
    table = entrants + entrants % 2
    rounds = [_round(number, table, entrants) for number in range(table - 1)]
    ordered = [*rounds[:-2], *rounds[:-3:-1]]
    return [
        [pairing[::-1] if cycle % 2 else pairing for pairing in round_]
        for cycle in range(cycles)
        for round_ in (rounds if cycle == cycles - 1 else ordered)
    ]


def _round(number: int, table: int, entrants: int) -> list[Pairing]:
    """One round of the table: the last number stays, the others turn by half a circle."""
    turning = table - 1
    # From round to round the opponent of the last number moves on by half the table.
    head = number * (table // 2) % turning
    last = (head, turning) if number % 2 == 0 else (turning, head)
    others = [((head + step) % turning, (head - step) % turning) for step in range(1, table // 2)]
    return [tuple(place for place in pair if place < entrants) for pair in [last, *others]]


def seat_orders(pairing: Sequence[int]) -> list[tuple[int, ...]]:
    """The rotations of a pairing: the seat orders of a block, each entrant in each seat once."""
    seats = tuple(pairing)
    return [seats[turn:] + seats[:turn] for turn in range(len(seats))]
