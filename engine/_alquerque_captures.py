"""The captures of Alquerque grande, whole chains of jumps. Rules: docs/34-alquerque.md.

A chain grows over `foes`, the points of the stones that may still be jumped over, and lands on
`clear` points: the empty ones and the one where its stone started. It never lands where it has
jumped: jumps lead two points away, so the points that it lands on and those that it jumps over
differ in whether their files and ranks are odd.

With `forced`, chains stop only where they must.
"""

from typing import final

from engine._alquerque_lines import (
    AROUND,
    BEFORE,
    BITS,
    FIRST,
    JUMP_FROM,
    JUMP_LAND,
    JUMP_OVER,
    LEAPING,
    PAST,
    POINT_OF,
    SHIFTS,
    capture_id,
    count_bits,
    next_jump,
    split_capture,
)
from engine.machine import i64


def jumpers_of(own: i64, foes: i64, empty: i64) -> i64:
    """Return the stones that can jump over one of these foes."""
    jumpers: i64 = 0
    for kind in range(4):
        shift = SHIFTS[kind]
        near = foes >> shift & LEAPING[kind]
        # Up from the lower point, and down to it. The shift back cannot leave the board: it
        # undoes the one before.
        jumpers |= own & near & empty >> 2 * shift
        jumpers |= (own >> 2 * shift & near & empty) << 2 * shift
    return jumpers


def count_captures(jumpers: i64, foes: i64, empty: i64, forced: bool) -> i64:
    """Return how many captures these stones have."""
    count: i64 = 0
    while jumpers:
        low = jumpers & -jumpers
        jumpers ^= low
        count += _count(POINT_OF[low % 67], foes, empty | low, forced)
    return count


def _count(at: i64, foes: i64, clear: i64, forced: bool) -> i64:
    """Return in how many ways a chain can go on from a point."""
    count: i64 = 0
    near = foes & AROUND[at]
    while near:
        over = near & -near
        near ^= over
        # The point that is jumped over lies halfway.
        land = 2 * POINT_OF[over % 67] - at
        if clear & BITS[land]:
            further = _count(land, foes ^ over, clear, forced)
            count += further
            if not (forced and further):
                count += 1
    return count


def nth_capture(jumpers: i64, foes: i64, empty: i64, forced: bool, left: i64) -> i64:
    """Return the capture that `left` others come before, in the order of the stones and jumps."""
    while True:
        low = jumpers & -jumpers
        jumpers ^= low
        start = POINT_OF[low % 67]
        count = _count(start, foes, empty | low, forced)
        if left < count:
            return _nth_chain(start, foes, empty | low, forced, left)
        left -= count


def _nth_chain(start: i64, foes: i64, clear: i64, forced: bool, left: i64) -> i64:
    first, left = _branch(start, foes, clear, forced, left)
    at, gone = JUMP_LAND[first], JUMP_OVER[first]
    number: i64 = 0
    weight: i64 = 1
    goes_on = can_jump(at, foes & ~gone, clear)
    while goes_on and (forced or left):
        # Stopping comes before going on.
        if not forced:
            left -= 1
        jump, left = _branch(at, foes & ~gone, clear, forced, left)
        number += weight * _digit(jump, gone)
        weight *= count_bits(AROUND[at] & ~gone)
        at = JUMP_LAND[jump]
        gone |= JUMP_OVER[jump]
        goes_on = can_jump(at, foes & ~gone, clear)
    return _ended(first, number, goes_on)


def _ended(first: i64, number: i64, goes_on: bool) -> i64:
    """Return the capture that stops here: a stone that could go on is lost."""
    return capture_id(first, 2 * number + 1) if goes_on else capture_id(first, 2 * number)


def _branch(at: i64, foes: i64, clear: i64, forced: bool, left: i64) -> tuple[i64, i64]:
    """Return the next jump of a chain that `left` come before, and how many of those with it."""
    jump = FIRST[at]
    while True:
        if foes & JUMP_OVER[jump] and clear & BITS[JUMP_LAND[jump]]:
            count = _count(JUMP_LAND[jump], foes ^ JUMP_OVER[jump], clear, forced)
            if not (forced and count):
                count += 1
            if left < count:
                return jump, left
            left -= count
        jump += 1


def _digit(jump: i64, gone: i64) -> i64:
    """Return a jump's place, from 1 on, among those from its point over points not gone."""
    return 1 + count_bits(BEFORE[jump] & ~gone)


def can_jump(at: i64, foes: i64, clear: i64) -> bool:
    """Tell whether a stone can jump from a point."""
    near = foes & AROUND[at]
    while near:
        over = near & -near
        near ^= over
        if clear & BITS[2 * POINT_OF[over % 67] - at]:
            return True
    return False


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
        for jump in range(FIRST[start], PAST[start]):
            if self._foes & JUMP_OVER[jump] and self._clear & BITS[JUMP_LAND[jump]]:
                self._follow(JUMP_LAND[jump], JUMP_OVER[jump], jump, 0, 1)

    def _follow(self, at: i64, gone: i64, first: i64, number: i64, weight: i64) -> None:
        """Add what can be made of a chain: its first jump, the number of what followed.

        `weight` is that of the number's next digit.
        """
        if len(self.found) >= self._most:
            return
        goes_on = can_jump(at, self._foes & ~gone, self._clear)
        if not (goes_on and self._forced):
            self.found.append(_ended(first, number, goes_on))
        if not goes_on:
            return
        after = weight * count_bits(AROUND[at] & ~gone)
        for jump in range(FIRST[at], PAST[at]):
            over = JUMP_OVER[jump]
            if self._foes & ~gone & over and self._clear & BITS[JUMP_LAND[jump]]:
                digit = _digit(jump, gone)
                self._follow(JUMP_LAND[jump], gone | over, first, number + weight * digit, after)


def is_capture(action: i64, own: i64, foes: i64, empty: i64, forced: bool) -> bool:
    """Tell whether a capture can be made, and loses its stone just when it stops early."""
    first, tail = split_capture(action)
    start, at, gone = JUMP_FROM[first], JUMP_LAND[first], JUMP_OVER[first]
    clear, rest = empty | BITS[start], tail // 2
    if not (own & BITS[start] and foes & gone and clear & BITS[at]):
        return False
    while rest:
        jump, rest = next_jump(at, gone, rest)
        if jump < 0 or not (foes & JUMP_OVER[jump] and clear & BITS[JUMP_LAND[jump]]):
            return False
        gone |= JUMP_OVER[jump]
        at = JUMP_LAND[jump]
    goes_on = can_jump(at, foes & ~gone, clear)
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
