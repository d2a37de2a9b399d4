"""The rules of Nim once more, slow and plain, from rules.md alone.

A position is (counters left, seat to act, rank of each seat or None).
"""


class Nim:
    """The second implementation."""

    seats = 2

    def __init__(self, heap=15, most=3):
        self.heap, self.most = heap, most

    def start(self):
        return self.heap, 0, None

    def who(self, position):
        return None if position[2] else position[1]

    def moves(self, position):
        left, seat, ranks = position
        if ranks:
            return {}
        return {
            f"t{count}": (
                left - count,
                1 - seat,
                None if left > count else ((1, 2) if seat == 0 else (2, 1)),
            )
            for count in range(1, min(self.most, left) + 1)
        }

    def forfeit(self, position, seat):
        return position[0], position[1], (2, 1) if seat == 0 else (1, 2)

    def result(self, position):
        return position[2]
