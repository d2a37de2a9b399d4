"""The captures of Alquerque grande, whole chains of jumps. Rules: docs/34-alquerque.md.

A chain grows over `foes`, the points of the stones that may still be jumped over, and lands on
`clear` points: the empty ones and the one where its stone started. It never lands where it has
jumped: jumps lead two points away, so the points that it lands on and those that it jumps over
differ in whether their files and ranks are odd.

With `forced`, chains stop only where they must.
"""

from typing import final

from engine.games.alquerque.lines import (
    AROUND,
    BEFORE,
    BITS,
    FIRST,
    INNER_CROSSINGS,
    INNER_FILES,
    INNER_RANKS,
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
        start = jumpers & -jumpers
        jumpers ^= start
        count += _count(start, foes, empty | start, forced)
        # A chain without a jump is none.
        if not forced:
            count -= 1
    return count


def _count(at: i64, foes: i64, clear: i64, forced: bool) -> i64:
    """Return how many chains begin like one that has come to the point with this bit."""
    # Searches spend their time here. In each direction there is a jump over `over` or none.
    count: i64 = 0
    over = at << 1 & clear >> 1 & foes & INNER_FILES
    if over:
        count += _count(at << 2, foes ^ over, clear, forced)
    over = at >> 1 & clear << 1 & foes & INNER_FILES
    if over:
        count += _count(at >> 2, foes ^ over, clear, forced)
    over = at << 6 & clear >> 6 & foes & INNER_CROSSINGS
    if over:
        count += _count(at << 12, foes ^ over, clear, forced)
    over = at >> 6 & clear << 6 & foes & INNER_CROSSINGS
    if over:
        count += _count(at >> 12, foes ^ over, clear, forced)
    over = at << 7 & clear >> 7 & foes & INNER_RANKS
    if over:
        count += _count(at << 14, foes ^ over, clear, forced)
    over = at >> 7 & clear << 7 & foes & INNER_RANKS
    if over:
        count += _count(at >> 14, foes ^ over, clear, forced)
    over = at << 8 & clear >> 8 & foes & INNER_CROSSINGS
    if over:
        count += _count(at << 16, foes ^ over, clear, forced)
    over = at >> 8 & clear << 8 & foes & INNER_CROSSINGS
    if over:
        count += _count(at >> 16, foes ^ over, clear, forced)
    # It may also stop; forced, only where it must.
    if not (forced and count):
        count += 1
    return count


def nth_capture(jumpers: i64, foes: i64, empty: i64, forced: bool, left: i64) -> i64:
    """Return the capture that `left` others come before, in an order of its own."""
    while True:
        low = jumpers & -jumpers
        jumpers ^= low
        start = POINT_OF[low % 67]
        for jump in range(FIRST[start], PAST[start]):
            over = JUMP_OVER[jump]
            if foes & over and empty & BITS[JUMP_LAND[jump]]:
                tail = _nth_tail(JUMP_LAND[jump], over, foes, empty | low, left, forced=forced)
                if tail >= 0:
                    return capture_id(jump, tail)
                left = -1 - tail


def _nth_tail(at: i64, gone: i64, foes: i64, clear: i64, left: i64, *, forced: bool) -> i64:
    """Return the tail of the chain that `left` others come before.

    Among those that begin like one which has come to this point over `gone`. Where they are too
    few, return -1 minus what is left.
    """
    if not foes & ~gone & AROUND[at]:
        return -left
    goes_on = False
    for jump in range(FIRST[at], PAST[at]):
        over = JUMP_OVER[jump]
        if foes & ~gone & over and clear & BITS[JUMP_LAND[jump]]:
            goes_on = True
            tail = _nth_tail(JUMP_LAND[jump], gone | over, foes, clear, left, forced=forced)
            if tail >= 0:
                number = _digit(jump, gone) + count_bits(AROUND[at] & ~gone) * (tail >> 1)
                return 2 * number + (tail & 1)
            left = -1 - tail
    if goes_on and forced:
        return -1 - left
    # The chain that stops here comes last; it loses its stone where it could go on.
    if goes_on and left == 0:
        return 1
    return -left


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
        goes_on = False
        after = weight * count_bits(AROUND[at] & ~gone)
        for jump in range(FIRST[at], PAST[at]):
            over = JUMP_OVER[jump]
            if self._foes & ~gone & over and self._clear & BITS[JUMP_LAND[jump]]:
                goes_on = True
                following = number + weight * _digit(jump, gone)
                self._follow(JUMP_LAND[jump], gone | over, first, following, after)
        if len(self.found) >= self._most:
            return
        if not goes_on:
            self.found.append(capture_id(first, 2 * number))
        elif not self._forced:
            self.found.append(capture_id(first, 2 * number + 1))


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
