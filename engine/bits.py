"""Sets of small numbers as the bits of one number: the machinery that the games' rules share.

A set of places 0 to 62 is a number with the bits of its places set, so that one step of the machine
asks something of all members at once: `one & other` has what is in both, `own & ~gone` what is
left, and `places << 7` is every place moved by seven. `bits & -bits` is the lowest member's bit
alone.
"""

from typing import Final

from engine.machine import i64, vec

# By place, its bit. A table, for mypyc 2.4.1 turns shifts of a literal into 32-bit ones.
BITS: Final = vec[i64]([2**place for place in range(63)])
# By a lone bit's remainder of 67, its place: powers of two below 2**66 all leave different ones.
PLACE_OF: Final = vec[i64]([0 for _ in range(67)])
for _place in range(63):
    PLACE_OF[BITS[_place] % 67] = _place


def count_bits(bits: i64) -> i64:
    """Return how many members a set has: sums of two bits, of four, of eight, then of all."""
    bits -= bits >> 1 & 0x1555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0xF0F0F0F0F0F0F0F
    return (bits + (bits >> 32) & 0xFFFFFFFF) * 0x1010101 >> 24 & 0xFF


def nth(bits: i64, left: i64) -> i64:
    """Return the member that `left` lower ones come before."""
    while left:
        bits &= bits - 1
        left -= 1
    return PLACE_OF[(bits & -bits) % 67]


def members(bits: i64) -> list[int]:
    """Return the members of a set, the lowest first."""
    places: list[int] = []
    while bits:
        low = bits & -bits
        places.append(PLACE_OF[low % 67])
        bits ^= low
    return places


def after(place: i64, bits: i64, size: i64) -> i64:
    """Return the next member after a place, round and round; all are below `size`."""
    while True:
        place += 1
        if place == size:
            place = 0
        if bits >> place & 1:
            return place
