"""The captures of Alquerque grande, whole chains of jumps. Rules: docs/34-alquerque.md.

A chain grows over `foes`, the points of the stones that may still be jumped over, and lands on
`clear` points: the empty ones and the one where its stone started. It never lands where it has
jumped: jumps lead two points away, so the points that it lands on and those that it jumps over
differ in whether their files and ranks are odd.

With `forced`, chains stop only where they must.
"""

from typing import final

from engine.bits import BITS, PLACE_OF, count_bits
from engine.games.alquerque.lines import (
    AROUND,
    BEFORE,
    FIRST,
    INNER,
    INNER_CROSSINGS,
    INNER_FILES,
    INNER_RANKS,
    JUMP_FROM,
    JUMP_LAND,
    JUMP_OVER,
    PAST,
    SHIFTS,
    capture_id,
    next_jump,
    split_capture,
)
from engine.machine import i64


def prey_of(at: i64, foes: i64, clear: i64) -> i64:
    """Return the points that a stone on a point can jump over, as bits.

    This is the rule of a jump: on a line through the point, a foe is next to it and the point
    behind that one is clear. The lines go on where they do for the points in between.
    """
    stone = BITS[at]
    between = _between(stone, clear, 1) & INNER_FILES | _between(stone, clear, 7) & INNER_RANKS
    crossing = (_between(stone, clear, 6) | _between(stone, clear, 8)) & INNER_CROSSINGS
    return foes & (between | crossing)


def _between(stone: i64, clear: i64, shift: i64) -> i64:
    """Return the points between a stone and clear ones, so far from both, up and down."""
    return stone << shift & clear >> shift | stone >> shift & clear << shift


def jumpers_of(own: i64, foes: i64, empty: i64) -> i64:
    """Return the stones that can jump over one of these foes: those with prey, all at once."""
    jumpers: i64 = 0
    for kind in range(4):
        shift = SHIFTS[kind]
        prey = foes & INNER[kind]
        # From the foe's one side where the other one is empty: from below, and from above.
        jumpers |= (prey & empty >> shift) >> shift | (prey & empty << shift) << shift
    return own & jumpers


def count_captures(jumpers: i64, foes: i64, empty: i64, forced: bool) -> i64:
    """Return how many captures these stones have."""
    count: i64 = 0
    while jumpers:
        start = jumpers & -jumpers
        jumpers ^= start
        count += _count(PLACE_OF[start % 67], foes, empty | start, forced)
        # A chain without a jump is none.
        if not forced:
            count -= 1
    return count


def _count(at: i64, foes: i64, clear: i64, forced: bool) -> i64:
    """Return how many chains begin like one that has come to a point."""
    count: i64 = 0
    prey = prey_of(at, foes, clear)
    while prey:
        over = prey & -prey
        prey ^= over
        count += _count(2 * PLACE_OF[over % 67] - at, foes ^ over, clear, forced)
    # It may also stop; forced, only where it must.
    if not (forced and count):
        count += 1
    return count


def nth_capture(jumpers: i64, foes: i64, empty: i64, forced: bool, left: i64) -> i64:
    """Return the capture that `left` others come before, in an order of its own."""
    while True:
        low = jumpers & -jumpers
        jumpers ^= low
        start = PLACE_OF[low % 67]
        prey = prey_of(start, foes, empty | low)
        for jump in range(FIRST[start], PAST[start]):
            over = JUMP_OVER[jump]
            if prey & over:
                tail = _nth_tail(JUMP_LAND[jump], over, foes, empty | low, left, forced=forced)
                if tail >= 0:
                    return capture_id(jump, tail)
                left = -1 - tail


def _nth_tail(at: i64, gone: i64, foes: i64, clear: i64, left: i64, *, forced: bool) -> i64:
    """Return the tail of the chain that `left` others come before.

    Among those that begin like one which has come to this point over `gone`. Where they are too
    few, return -1 minus what is left.
    """
    prey = prey_of(at, foes & ~gone, clear)
    if not prey:
        return -left
    for jump in range(FIRST[at], PAST[at]):
        over = JUMP_OVER[jump]
        if prey & over:
            tail = _nth_tail(JUMP_LAND[jump], gone | over, foes, clear, left, forced=forced)
            if tail >= 0:
                number = _digit(jump, gone) + count_bits(AROUND[at] & ~gone) * (tail >> 1)
                return 2 * number + (tail & 1)
            left = -1 - tail
    if forced:
        return -1 - left
    # The chain that stops here comes last; it loses its stone where it could go on.
    return 1 if left == 0 else -left


def _digit(jump: i64, gone: i64) -> i64:
    """Return a jump's place, from 1 on, among those from its point over points not gone."""
    return 1 + count_bits(BEFORE[jump] & ~gone)


@final
class Captures:
    """Lists captures, up to `most` of them: among many loose stones there can be millions."""

    def __init__(self, foes: i64, empty: i64, forced: bool, most: i64) -> None:
        self.found: list[int] = []
        self._foes: i64 = foes
        self._empty: i64 = empty
        self._clear: i64 = empty
        self._forced = forced
        self._most: i64 = most

    def add(self, start: i64) -> None:
        """Add the captures of the stone on a point."""
        self._clear = self._empty | BITS[start]
        prey = prey_of(start, self._foes, self._clear)
        for jump in range(FIRST[start], PAST[start]):
            if prey & JUMP_OVER[jump]:
                self._follow(JUMP_LAND[jump], JUMP_OVER[jump], jump, 0, 1)

    def _follow(self, at: i64, gone: i64, first: i64, number: i64, weight: i64) -> None:
        """Add what can be made of a chain: its first jump, the number of what followed.

        `weight` is that of the number's next digit.
        """
        if len(self.found) >= self._most:
            return
        after = weight * count_bits(AROUND[at] & ~gone)
        prey = prey_of(at, self._foes & ~gone, self._clear)
        for jump in range(FIRST[at], PAST[at]):
            over = JUMP_OVER[jump]
            if prey & over:
                following = number + weight * _digit(jump, gone)
                self._follow(JUMP_LAND[jump], gone | over, first, following, after)
        if len(self.found) >= self._most:
            return
        if not prey:
            self.found.append(capture_id(first, 2 * number))
        elif not self._forced:
            self.found.append(capture_id(first, 2 * number + 1))


def is_capture(action: i64, own: i64, foes: i64, empty: i64, forced: bool) -> bool:
    """Tell whether a capture can be made, and loses its stone just when it stops early."""
    jump, tail = split_capture(action)
    start = JUMP_FROM[jump]
    at, clear, rest = start, empty | BITS[start], tail // 2
    if not own & BITS[start]:
        return False
    gone: i64 = 0
    while True:
        if jump < 0 or not prey_of(at, foes & ~gone, clear) & JUMP_OVER[jump]:
            return False
        gone |= JUMP_OVER[jump]
        at = JUMP_LAND[jump]
        if not rest:
            break
        jump, rest = next_jump(at, gone, rest)
    goes_on = prey_of(at, foes & ~gone, clear) != 0
    return (tail & 1 == 1) == goes_on and not (forced and goes_on)


def jumps_of(action: i64) -> tuple[i64, i64, i64]:
    """Return a capture's first and last point (-1: the stone is lost) and its prey.

    The prey are the points that it jumps over.
    """
    first, tail = split_capture(action)
    at, gone = JUMP_LAND[first], JUMP_OVER[first]
    rest = tail // 2
    while rest:
        jump, rest = next_jump(at, gone, rest)
        gone |= JUMP_OVER[jump]
        at = JUMP_LAND[jump]
    if tail & 1:
        at = -1
    return JUMP_FROM[first], at, gone
