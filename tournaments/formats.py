"""Who meets whom: tournament formats as pure mathematics, without a framework.

Entrants are numbered 0 to n-1. A round is a list of pairings, a pairing the tuple of entrants in
the order of their seats in the pairing's first game.

Sources: round-robin by the circle method (Kirkman 1847); the order of seats alternates as in the
Berger tables of the FIDE Handbook, C.05 annex 1, so that first seats differ by at most one.
"""

from collections.abc import Sequence

Pairing = tuple[int, ...]


def round_robin(entrants: int) -> list[list[Pairing]]:
    """Rounds in which every two of `entrants` entrants meet exactly once.

    With an odd number each entrant has one bye, a pairing of one. Raises ValueError for fewer
    than two entrants.
    """
    if entrants < 2:
        raise ValueError("a round-robin needs at least two entrants")
    table = entrants + entrants % 2
    return [_circle_round(number, table, entrants) for number in range(table - 1)]


def _circle_round(number: int, table: int, entrants: int) -> list[Pairing]:
    """One round: the last place stays, the others stand on a circle that turns by one place."""
    turning = table - 1
    last = (number, turning) if number % 2 == 0 else (turning, number)
    others = (
        ((number + step) % turning, (number - step) % turning) for step in range(1, table // 2)
    )
    # Steps alternate the first seat, else one side of the circle would always begin.
    alternated = [
        pair if step % 2 == 0 else pair[::-1] for step, pair in enumerate(others, start=1)
    ]
    return [tuple(place for place in pair if place < entrants) for pair in [last, *alternated]]


def seat_orders(pairing: Sequence[int]) -> list[tuple[int, ...]]:
    """The rotations of a pairing: the seat orders of a block, each entrant in each seat once."""
    seats = tuple(pairing)
    return [seats[turn:] + seats[:turn] for turn in range(len(seats))]
