"""What the stones of Alquerque grande can do, on sets of points. Rules: docs/34-alquerque.md.

`own` are the points of the seat's stones, `foes` those of the stones that it may jump over.
"""

from engine.bits import BITS, PLACE_OF, count_bits, members, nth
from engine.games.alquerque.captures import Captures, count_captures, jumpers_of, nth_capture
from engine.games.alquerque.lines import (
    ENDS,
    FROM,
    SHIFTS,
    STEPPING,
    TO,
)
from engine.machine import i64


def _lines(own: i64, empty: i64, kind: i64) -> i64:
    """Return the lower ends of a kind's lines with a stone at one end and nothing at the other."""
    shift = SHIFTS[kind]
    return (own & empty >> shift | own >> shift & empty) & STEPPING[kind]


def _all_lines(own: i64, empty: i64) -> tuple[i64, i64, i64, i64]:
    return (
        _lines(own, empty, 0),
        _lines(own, empty, 1),
        _lines(own, empty, 2),
        _lines(own, empty, 3),
    )


def _is_open(line: i64, own: i64, empty: i64) -> bool:
    """Tell whether there is this step: a line with its direction, or -1 for none."""
    return line >= 0 and own & BITS[FROM[line]] != 0 and empty & BITS[TO[line]] != 0


def can_step(own: i64, empty: i64, barred: i64) -> bool:
    """Tell whether there is a step, but for the one that is barred."""
    kinds: i64 = 0
    for kind in range(4):
        bits = _lines(own, empty, kind)
        # Of two steps one is not barred.
        if bits & (bits - 1):
            return True
        if bits:
            kinds += 1
    return kinds > 1 or (kinds == 1 and not _is_open(barred, own, empty))


def _nth_step(own: i64, lines: tuple[i64, i64, i64, i64], left: i64) -> i64:
    """Return the step that `left` others come before, by kinds and lower points of lines."""
    kind: i64 = 0
    bits = lines[0]
    count = count_bits(bits)
    while left >= count:
        left -= count
        kind += 1
        bits = lines[1] if kind == 1 else lines[2] if kind == 2 else lines[3]
        count = count_bits(bits)
    low = nth(bits, left)
    if own >> low & 1:
        return 50 * (98 * kind + low)
    return 50 * (98 * kind + 49 + low)


def choose(own: i64, foes: i64, empty: i64, barred: i64, *, forced: bool, number: i64) -> i64:
    """Return one of the actions, all equally likely, for a number below 2**32.

    They are counted and never listed; there must be less than 2**31.
    """
    jumpers = jumpers_of(own, foes, empty)
    lines = _all_lines(own, empty)
    steps: i64 = 0
    if not (forced and jumpers):
        steps = count_bits(lines[0]) + count_bits(lines[1])
        steps += count_bits(lines[2]) + count_bits(lines[3])
        if _is_open(barred, own, empty):
            steps -= 1
    if not jumpers:
        return _choose_step(own, lines, barred, steps, number * steps >> 32)
    captures = count_captures(jumpers, foes, empty, forced)
    losses = count_bits(jumpers)
    left = number * (captures + steps * losses) >> 32
    if left < captures:
        return nth_capture(jumpers, foes, empty, forced, left)
    left -= captures
    step = _choose_step(own, lines, barred, steps, left // losses)
    lost = nth(jumpers, left % losses)
    return step + 1 + _stands(lost, step // 50)


def _choose_step(
    own: i64, lines: tuple[i64, i64, i64, i64], barred: i64, steps: i64, left: i64
) -> i64:
    """Return one of the steps: in the place of the one that is barred stands the last one."""
    step = _nth_step(own, lines, left)
    if step == 50 * barred:
        return _nth_step(own, lines, steps)
    return step


def _stands(lost: i64, line: i64) -> i64:
    """Return where a stone stands after a step."""
    return TO[line] if lost == FROM[line] else lost


def actions_of(
    own: i64, foes: i64, empty: i64, barred: i64, *, forced: bool, most: i64
) -> list[int]:
    """Return the sorted actions of a seat; where it can capture, `most` captures at the most."""
    jumpers = jumpers_of(own, foes, empty)
    actions: list[int] = []
    if not (forced and jumpers):
        _add_steps(actions, own, empty, barred, jumpers)
    if not jumpers:
        return actions
    captures = Captures(foes, empty, forced, most)
    while jumpers:
        low = jumpers & -jumpers
        jumpers ^= low
        captures.add(PLACE_OF[low % 67])
    # Their numbers are above those of all steps.
    captures.found.sort()
    actions.extend(captures.found)
    return actions


def _add_steps(actions: list[int], own: i64, empty: i64, barred: i64, jumpers: i64) -> None:
    """Add the sorted steps, each with every stone that may be lost with it."""
    for kind in range(4):
        bits = _lines(own, empty, kind)
        up = bits & own
        _add_ways(actions, 98 * kind, up, barred, jumpers)
        _add_ways(actions, 98 * kind + 49, bits ^ up, barred, jumpers)


def _add_ways(actions: list[int], way: i64, lows: i64, barred: i64, jumpers: i64) -> None:
    while lows:
        low = lows & -lows
        lows ^= low
        line = way + PLACE_OF[low % 67]
        if line == barred:
            continue
        if not jumpers:
            actions.append(50 * line)
            continue
        # A stone is lost where it stands after the step.
        lost = jumpers
        if jumpers & BITS[FROM[line]]:
            lost ^= ENDS[line]
        while lost:
            bit = lost & -lost
            lost ^= bit
            actions.append(50 * line + 1 + PLACE_OF[bit % 67])


def movers_of(own: i64, foes: i64, empty: i64, barred: i64, forced: bool) -> list[int]:
    """Return the points of the stones that can move."""
    jumpers = jumpers_of(own, foes, empty)
    points = members(jumpers)
    if not (jumpers and forced):
        steps: list[int] = []
        _add_steps(steps, own, empty, barred, 0)
        points += [FROM[step // 50] for step in steps]
    return sorted(set(points))


def is_step(action: i64, own: i64, foes: i64, empty: i64, barred: i64, *, forced: bool) -> bool:
    """Tell whether a step can be made.

    It must lose a stone just when some could have captured, and one of them.
    """
    line = action // 50
    if line == barred or not STEPPING[line // 98] & BITS[line % 49]:
        return False
    if not _is_open(line, own, empty):
        return False
    jumpers = jumpers_of(own, foes, empty)
    lost = action % 50 - 1
    if not jumpers or lost < 0:
        return not jumpers and lost < 0
    before = lost
    if lost == TO[line]:
        before = FROM[line]
    return not forced and lost != FROM[line] and jumpers & BITS[before] != 0
