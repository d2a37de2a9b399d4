"""The board of Alquerque grande and the numbers of its actions. Rules: docs/34-alquerque.md.

Points are 0 (a1) to 48 (g7), rank by rank; a set of points is a number with their bits set. There
are four kinds of lines, by how much a point's number grows along them (`SHIFTS`); a line from a
point to its neighbour is known by its kind and the lower of the two. A *way* is twice the kind,
plus one when the stone goes down to the lower point.

An action's number and its notation name each other, whatever the position and the seat.

- A step is 50 * (49 * way + lower point), plus 1 + the point of a lost stone if there is one.
- A capture is made of its first jump, one of 192, and of the number of what follows it: 0 when
  nothing does, else 1 + d + r * (the number of what follows then), where the next jump is the
  d-th of the r jumps from where the stone stands over points that this capture has not jumped
  yet. That number, doubled, plus one if the stone is lost, is the capture's *tail*.

Numbers stay below 2**63. The longest captures are those between the sixteen points with odd file
and rank, over the 33 points around them. Before a stone goes on from a point for the k-th time, at
least 2k - 1 points around it have been jumped (one less at its start). So r is at most 7, 5, 3, 1
at the four inner points, 4, 2 at the eight on the edge, 2 in the corners; with a start in a
corner, the best case, the product of all r is at most 105**4 * 8**8 * 2**3 < 1.64e16. As there
are 33 jumps at most, at most one r of 1 fits in beside those, and the number of what follows is
at most three times the product. Captures between other points have tails below 2**25 (likewise,
6 * 105 * 8**4 * 2**3). Above that, numbers leave out their first jumps: 84 of the 192 remain, and
84 * 6 * 1.64e16 < 8.3e18 bounds all.
"""

from itertools import pairwise
from typing import Final

from engine.bits import BITS, count_bits, members
from engine.machine import i64, vec

FILES: Final = "abcdefg"
RANKS: Final = "1234567"
POINTS: Final = [file + rank for rank in RANKS for file in FILES]
ALL: Final = 2**49 - 1
KINDS: Final = (0, 1, 2, 3)
SHIFTS: Final = vec[i64]([1, 6, 7, 8])
STEPS: Final = 50 * 49 * 8
JUMPS: Final = 192
LONG_JUMPS: Final = 84
LONG_TAIL: Final = 2**25
ACTIONS: Final = 2**63 - 1

# Where stones can be jumped over: points between two others on a line along a rank, along a file,
# and on diagonals; g7 stands first and a1 last. As literals, mypyc writes them into the code.
INNER_FILES: Final[i64] = 0b0111110_0111110_0111110_0111110_0111110_0111110_0111110
INNER_RANKS: Final[i64] = 0b0000000_1111111_1111111_1111111_1111111_1111111_0000000
INNER_CROSSINGS: Final[i64] = 0b0000000_0101010_0010100_0101010_0010100_0101010_0000000
# The same by the kind of line.
INNER: Final = vec[i64]([INNER_FILES, INNER_CROSSINGS, INNER_RANKS, INNER_CROSSINGS])


def has_line(low: int, kind: int) -> bool:
    """Tell whether a line of a kind leads from a point to a higher one.

    Diagonals run through the points whose file and rank add up to an even number.
    """
    rank, file = divmod(low, 7)
    if kind == 0:
        return file < 6
    if kind == 2:
        return rank < 6
    inside = rank < 6 and (file > 0 if kind == 1 else file < 6)
    return inside and (file + rank) % 2 == 0


# By kind, the lower ends of its lines.
STEPPING: Final = vec[i64](
    [sum([BITS[low] for low in range(49) if has_line(low, kind)]) for kind in KINDS]
)


def _end(line: int, *, upper: bool) -> int:
    """Return the lower or the upper point of a line, given as 49 * way + lower point."""
    return line % 49 + (SHIFTS[line // 98] if upper else 0)


# By 49 * way + lower point, where a step begins and ends, both points' bits, and the step back;
# nonsense where there is no such line.
FROM: Final = vec[i64]([_end(line, upper=line // 49 % 2 == 1) for line in range(392)])
TO: Final = vec[i64]([_end(line, upper=line // 49 % 2 == 0) for line in range(392)])
ENDS: Final = vec[i64]([BITS[FROM[line] % 49] | BITS[TO[line] % 49] for line in range(392)])
BACK: Final = vec[i64]([line - 49 if line // 49 % 2 else line + 49 for line in range(392)])

# By point: the bits that are jumped over from it and the points behind, in the order of their
# directions, and the number of the first of these jumps; the others' follow it.
OVER: Final[list[list[int]]] = [[] for _ in range(49)]
LAND: Final[list[list[int]]] = [[] for _ in range(49)]
_FIRST: Final = [0 for _ in range(49)]


def _add_jumps(start: int) -> None:
    for kind in KINDS:
        for way in (1, -1):
            shift = SHIFTS[kind] * way
            if 0 <= start + shift < 49 and INNER[kind] & BITS[start + shift]:
                OVER[start].append(BITS[start + shift])
                LAND[start].append(start + 2 * shift)


def _is_long(point: int) -> bool:
    return point // 7 % 2 == 0 and point % 7 % 2 == 0


_STARTS: Final = sorted(range(49), key=lambda point: not _is_long(point))
_number = 0
for _point in _STARTS:
    _add_jumps(_point)
    _FIRST[_point] = _number
    _number += len(OVER[_point])

# By point: its first jump, the one after its last, and the bits of all that is jumped over.
FIRST: Final = vec[i64](_FIRST)
PAST: Final = vec[i64]([_FIRST[point] + len(OVER[point]) for point in range(49)])
AROUND: Final = vec[i64]([sum(OVER[point]) for point in range(49)])
# By jump: its three points, the middle one as a bit, and the middles of those from the same point
# that come before it in order.
JUMP_FROM: Final = vec[i64]([start for start in _STARTS for _ in OVER[start]])
JUMP_OVER: Final = vec[i64]([over for start in _STARTS for over in OVER[start]])
JUMP_LAND: Final = vec[i64]([land for start in _STARTS for land in LAND[start]])
BEFORE: Final = vec[i64](
    [sum(OVER[start][:way]) for start in _STARTS for way in range(len(OVER[start]))]
)

# White's stones at the start. The other sides stand as White does, turned.
_TRIANGLES: Final = "b1 c1 d1 e1 f1 g1 c2 d2 e2 f2 d3 e3"
_BLOCKS: Final = "d1 e1 f1 g1 d2 e2 f2 g2 d3 e3 f3 g3"
_TWO: Final = "a1 b1 c1 d1 e1 f1 g1 a2 b2 c2 d2 e2 f2 g2 a3 b3 c3 d3 e3 f3 g3 e4 f4 g4"

_BY_NAME: Final = {name: point for point, name in enumerate(POINTS)}


class Course:
    """What an action means: the points that its stone visits, the stones that it jumps over.

    `over` are the bits of the jumped points in their order, none for a step; `lost` is the point
    of a lost stone, -1 for none.
    """

    def __init__(self, path: list[int], over: list[int], lost: int) -> None:
        self.path = path
        self.over = over
        self.lost = lost

    def __str__(self) -> str:
        joint = "x" if self.over else "-"
        text = joint.join([POINTS[point] for point in self.path])
        return text if self.lost < 0 else f"{text}!{POINTS[self.lost]}"


def capture_id(first: i64, tail: i64) -> i64:
    """Return the number of a capture."""
    if tail < LONG_TAIL:
        return STEPS + first + JUMPS * tail
    return STEPS + (JUMPS - LONG_JUMPS) * LONG_TAIL + first + LONG_JUMPS * tail


def split_capture(action: i64) -> tuple[i64, i64]:
    """Return the first jump and the tail of a capture."""
    number = action - STEPS
    if number < JUMPS * LONG_TAIL:
        return number % JUMPS, number // JUMPS
    number -= (JUMPS - LONG_JUMPS) * LONG_TAIL
    return number % LONG_JUMPS, number // LONG_JUMPS


def next_jump(at: i64, gone: i64, number: i64) -> tuple[i64, i64]:
    """Return which jump comes next from a point, and the number of what follows it.

    `gone` are the bits of the points jumped already. The jump is -1 where there is none.
    """
    ways = count_bits(AROUND[at] & ~gone)
    if ways == 0:
        return -1, 0
    left = (number - 1) % ways
    for jump in range(FIRST[at], PAST[at]):
        if not gone & JUMP_OVER[jump]:
            if left == 0:
                return jump, (number - 1) // ways
            left -= 1
    return -1, 0


def course_of(action: int) -> Course | None:
    """Return what a number means, None where it has no meaning."""
    if not 0 <= action < ACTIONS:
        return None
    if action >= STEPS:
        return _capture_of(action)
    line, lost = divmod(action, 50)
    if not STEPPING[line // 98] & BITS[line % 49] or lost - 1 == FROM[line]:
        return None
    return Course([FROM[line], TO[line]], [], lost - 1)


def _capture_of(action: int) -> Course | None:
    first, tail = split_capture(action)
    path, over = [JUMP_FROM[first], JUMP_LAND[first]], [JUMP_OVER[first]]
    gone, number = over[0], tail // 2
    while number:
        jump, number = next_jump(path[-1], gone, number)
        if jump < 0:
            return None
        gone |= JUMP_OVER[jump]
        over.append(JUMP_OVER[jump])
        path.append(JUMP_LAND[jump])
    return Course(path, over, path[-1] if tail % 2 else -1)


def action_of(text: str) -> int:
    """Return the number of the action so written, -1 for a text that is never one."""
    moved, bang, name = text.partition("!")
    lost = _BY_NAME.get(name, -1)
    if bang and lost < 0:
        return -1
    joint = "x" if "x" in moved else "-"
    path = [_BY_NAME.get(point, -1) for point in moved.split(joint)]
    if len(path) < 2 or min(path) < 0:
        return -1
    if joint == "x":
        return _capture_action(path, lost)
    return _step_action(path, lost)


def _step_action(path: list[int], lost: int) -> int:
    start, low, shift = path[0], min(path), abs(path[0] - path[1])
    kind = {1: 0, 6: 1, 7: 2, 8: 3}.get(shift, -1)
    if len(path) > 2 or kind < 0 or lost == start:
        return -1
    if not STEPPING[kind] & BITS[low]:
        return -1
    return 50 * (49 * (2 * kind + (start > low)) + low) + 1 + lost


def _capture_action(path: list[int], lost: int) -> int:
    if path[1] not in LAND[path[0]] or lost not in {-1, path[-1]}:
        return -1
    way = LAND[path[0]].index(path[1])
    gone, number, weight = OVER[path[0]][way], 0, 1
    for at, land in pairwise(path[1:]):
        ways = [i for i, over in enumerate(OVER[at]) if not gone & over]
        following = [rank for rank, i in enumerate(ways) if LAND[at][i] == land]
        if not following:
            return -1
        number += weight * (1 + following[0])
        weight *= len(ways)
        gone |= OVER[at][ways[following[0]]]
    return capture_id(FIRST[path[0]] + way, 2 * number + (lost >= 0))


def step_of(text: str | None) -> int:
    """Return the step so written, as 49 * way + lower point; -1 for None."""
    if text is None:
        return -1
    action = action_of(text)
    if not 0 <= action < STEPS or action % 50:
        raise ValueError(f"{text!r} is no step")
    return action // 50


def bits_of(names: list[str]) -> int:
    """Return the bits of named points, each named once."""
    bits = sum([BITS[POINTS.index(name)] for name in set(names)])
    if len(set(names)) < len(names):
        raise ValueError(f"a point stands twice in {names!r}")
    return bits


def turned(bits: int) -> int:
    """Return a set of points turned counter-clockwise by 90 degrees."""
    return sum([BITS[7 * (point % 7) + 6 - point // 7] for point in members(bits)])


def stones_at_start(seats: int, layout: str) -> list[int]:
    """Return the stones of each seat at the start of a game."""
    names = _TWO if seats == 2 else _BLOCKS if layout == "blocks" else _TRIANGLES
    sides = [bits_of(names.split())]
    for _ in range(3):
        sides.append(turned(sides[-1]))
    return sides[:: 4 // seats]
