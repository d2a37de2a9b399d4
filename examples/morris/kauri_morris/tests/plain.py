"""The rules once more, slow and plain, from rules.md alone.

Points are pairs of numbers from -3 to 3, with the middle of the board at (0, 0). A position is
(men by seat, hands, quiet moves, seat to act, rank of each seat or None).
"""

from itertools import combinations

SQUARE = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
POINTS = [(size * x, size * y) for size in (1, 2, 3) for x, y in SQUARE]


def joined(one, other):
    """Whether a line joins two points, with no point between them."""
    (x, y), (a, b) = one, other
    if x == a == 0 or y == b == 0:
        return abs(x - a) + abs(y - b) == 1
    size = max(abs(x), abs(y))
    return size == max(abs(a), abs(b)) and (x == a or y == b) and abs(x - a) + abs(y - b) == size


def is_line(three):
    """Whether three points are a mill: the middle one is joined with both others, straight on."""
    first, middle, last = sorted(three)
    straight = first[0] == last[0] or first[1] == last[1]
    return straight and joined(first, middle) and joined(middle, last)


LINES = [set(three) for three in combinations(POINTS, 3) if is_line(three)]


def name(point):
    return f"{'abcdefg'[point[0] + 3]}{point[1] + 4}"


class Morris:
    """The second implementation."""

    seats = 2

    def __init__(self, flying=True, quiet_limit=50):
        self.flying, self.quiet_limit = flying, quiet_limit

    def start(self):
        return (frozenset(), frozenset()), (9, 9), 0, 0, None

    def who(self, position):
        return None if position[4] else position[3]

    def moves(self, position):
        men, hands, quiet, seat, ranks = position
        if ranks:
            return {}
        after = {}
        for start, end in self.steps(men, hands, seat):
            own = (men[seat] - {start}) | {end}
            text = f"{name(start)}-{name(end)}" if start else name(end)
            left = tuple(hand - (one == seat and not start) for one, hand in enumerate(hands))
            if any(end in line and line <= own for line in LINES):
                for taken in self.prey(men[1 - seat]):
                    others = men[1 - seat] - {taken}
                    after[f"{text}x{name(taken)}"] = self.next(own, others, left, 0, seat)
            else:
                calm = quiet + 1 if start else 0
                after[text] = self.next(own, men[1 - seat], left, calm, seat)
        return after

    def steps(self, men, hands, seat):
        empty = [point for point in POINTS if point not in men[0] | men[1]]
        if hands[seat]:
            return [(None, end) for end in empty]
        anywhere = self.flying and len(men[seat]) == 3
        return [(a, b) for a in men[seat] for b in empty if anywhere or joined(a, b)]

    def prey(self, men):
        free = [man for man in men if not any(man in line and line <= men for line in LINES)]
        return free or men

    def next(self, own, others, hands, quiet, seat):
        men = (own, others) if seat == 0 else (others, own)
        won = (1, 2) if seat == 0 else (2, 1)
        other, ranks = 1 - seat, None
        if len(others) + hands[other] < 3 or not self.steps(men, hands, other):
            ranks = won
        elif quiet >= self.quiet_limit:
            ranks = (1, 1)
        return men, hands, quiet, other, ranks

    def forfeit(self, position, seat):
        return (*position[:4], (2, 1) if seat == 0 else (1, 2))

    def result(self, position):
        return position[4]
