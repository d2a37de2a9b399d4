"""What the stones of Alquerque grande can do, on sets of points. Rules: docs/34-alquerque.md.

`own` are the points of the seat's stones, `foes` those of the stones that it may jump over.
"""

from engine._alquerque_lines import (
    BITS,
    FIRST,
    FROM,
    JUMP_FROM,
    JUMP_LAND,
    JUMP_OVER,
    KINDS,
    LAND,
    LEAPING,
    OVER,
    POINT_OF,
    SHIFTS,
    STEP_IDS,
    STEPPING,
    TO,
    capture_id,
    next_jump,
    points_of,
    split_capture,
)


def jumpers_of(own: int, foes: int, empty: int) -> int:
    """Return the stones that can jump over one of these foes."""
    jumpers = 0
    for kind in KINDS:
        shift = SHIFTS[kind]
        near = (foes >> shift) & LEAPING[kind]
        if near:
            jumpers |= own & near & (empty >> 2 * shift)
            # The shift back cannot leave the board: it undoes the one before.
            down = (own >> 2 * shift) & near & empty
            while down:
                low = down & -down
                jumpers |= BITS[POINT_OF[low % 67] + 2 * shift]
                down ^= low
    return jumpers


def can_step(own: int, empty: int, barred: int) -> bool:
    """Tell whether there is a step, but for the one that is barred."""
    for kind in KINDS:
        shift, lines = SHIFTS[kind], STEPPING[kind]
        up = own & (empty >> shift) & lines
        down = (own >> shift) & empty & lines
        if barred // 98 == kind:
            if barred // 49 % 2:
                down &= ~BITS[barred % 49]
            else:
                up &= ~BITS[barred % 49]
        if up | down:
            return True
    return False


def steps_of(own: int, empty: int, barred: int) -> list[int]:
    """Return the sorted steps, but for the one that is barred."""
    steps: list[int] = []
    for kind in KINDS:
        shift, lines = SHIFTS[kind], STEPPING[kind]
        bits, ids = own & (empty >> shift) & lines, STEP_IDS[2 * kind]
        while bits:
            low = bits & -bits
            steps.append(ids[low % 67])
            bits ^= low
        bits, ids = (own >> shift) & empty & lines, STEP_IDS[2 * kind + 1]
        while bits:
            low = bits & -bits
            steps.append(ids[low % 67])
            bits ^= low
    if barred >= 0 and 50 * barred in steps:
        steps.remove(50 * barred)
    return steps


def _ways(at: int, gone: int) -> int:
    """Return how many jumps there are from a point over points that are not gone."""
    ways = 0
    for over in OVER[at]:
        if not gone & over:
            ways += 1
    return ways


def add_captures(
    actions: list[int], start: int, foes: int, empty: int, *, forced: bool, most: int
) -> None:
    """Append the captures of the stone on a point; with `forced` only those that stop nowhere.

    No more are added to `most` actions: among many loose stones there can be millions.
    """
    clear = empty | BITS[start]
    # Where the stone stands, what it has jumped, its first jump, and the number of what followed
    # that, with the weight of its next digit.
    open_chains: list[tuple[int, int, int, int, int]] = []
    for way in range(len(OVER[start])):
        over, land = OVER[start][way], LAND[start][way]
        if foes & over and empty & BITS[land]:
            open_chains.append((land, over, FIRST[start][way], 0, 1))
    while open_chains and len(actions) < most:
        at, gone, first, number, weight = open_chains.pop()
        digit, weight_after = 0, 0
        for way in range(len(OVER[at])):
            over, land = OVER[at][way], LAND[at][way]
            if gone & over:
                continue
            digit += 1
            if foes & over and clear & BITS[land]:
                if not weight_after:
                    weight_after = weight * _ways(at, gone)
                further = (land, gone | over, first, number + weight * digit, weight_after)
                open_chains.append(further)
        if not weight_after:
            actions.append(capture_id(first, 2 * number))
        elif not forced:
            actions.append(capture_id(first, 2 * number + 1))


def actions_of(
    own: int, foes: int, empty: int, barred: int, *, forced: bool, most: int
) -> list[int]:
    """Return the sorted actions of a seat; where it can capture, `most` captures at the most."""
    jumpers = jumpers_of(own, foes, empty)
    if not jumpers:
        return steps_of(own, empty, barred)
    actions: list[int] = []
    points = points_of(jumpers)
    for point in points:
        add_captures(actions, point, foes, empty, forced=forced, most=most)
    if not forced:
        for step in steps_of(own, empty, barred):
            start, end = FROM[step // 50], TO[step // 50]
            actions += [step + 1 + (end if lost == start else lost) for lost in points]
    actions.sort()
    return actions


def movers_of(own: int, foes: int, empty: int, barred: int, *, forced: bool) -> list[int]:
    """Return the points of the stones that can move."""
    jumpers = jumpers_of(own, foes, empty)
    points = points_of(jumpers)
    if not (jumpers and forced):
        points += [FROM[step // 50] for step in steps_of(own, empty, barred)]
    return sorted(set(points))


def is_step(action: int, own: int, empty: int, barred: int) -> bool:
    """Tell whether a step can be made, whatever stone is lost with it."""
    line = action // 50
    if line == barred or not STEPPING[line // 98] & BITS[line % 49]:
        return False
    return own & BITS[FROM[line]] != 0 and empty & BITS[TO[line]] != 0


def loses_rightly(action: int, jumpers: int, *, forced: bool) -> bool:
    """Tell whether a step loses a stone just when some could have captured, and one of them."""
    line, lost = action // 50, action % 50 - 1
    if not jumpers:
        return lost < 0
    if lost < 0 or forced:
        return False
    before = FROM[line] if lost == TO[line] else lost
    return lost != FROM[line] and jumpers & BITS[before] != 0


def is_capture(action: int, own: int, foes: int, empty: int, *, forced: bool) -> bool:
    """Tell whether a capture can be made, and loses its stone just when it stops early."""
    first, tail = split_capture(action)
    start, at, gone = JUMP_FROM[first], JUMP_LAND[first], JUMP_OVER[first]
    clear, rest = empty | BITS[start], tail // 2
    if not (own & BITS[start] and foes & gone and clear & BITS[at]):
        return False
    while rest:
        way, rest = next_jump(at, gone, rest)
        if way < 0 or not (foes & OVER[at][way] and clear & BITS[LAND[at][way]]):
            return False
        gone |= OVER[at][way]
        at = LAND[at][way]
    left = foes & ~gone
    stops = False
    for way in range(len(OVER[at])):
        if left & OVER[at][way] and clear & BITS[LAND[at][way]]:
            stops = True
    return tail % 2 == stops and not (forced and stops)


def jumps_of(action: int) -> tuple[int, int, int, int]:
    """Return a capture's first and last point (-1: the stone is lost), its prey and their number.

    The prey are the points that it jumps over.
    """
    first, tail = split_capture(action)
    at, gone = JUMP_LAND[first], JUMP_OVER[first]
    count, rest = 1, tail // 2
    while rest:
        way, rest = next_jump(at, gone, rest)
        gone |= OVER[at][way]
        at = LAND[at][way]
        count += 1
    return JUMP_FROM[first], -1 if tail % 2 else at, gone, count
