"""The rules of Nim once more, slow and plain, from rules.md alone.

A position is (counters left, seat to act, seats that gave up in their order, winner or None).
"""


class Nim:
    """The second implementation."""

    def __init__(self, heap=15, seats=2, most=3):
        self.heap, self.seats, self.most = heap, seats, most

    def start(self):
        return self.heap, 0, (), None

    def who(self, position):
        return position[1] if position[3] is None else None

    def moves(self, position):
        left, seat, gone, winner = position
        if winner is not None:
            return {}
        after = self.after(seat, gone)
        return {
            f"t{count}": (left - count, after, gone, None if left > count else seat)
            for count in range(1, min(self.most, left) + 1)
        }

    def after(self, seat, gone):
        """The next seat that plays on."""
        seat = (seat + 1) % self.seats
        while seat in gone:
            seat = (seat + 1) % self.seats
        return seat

    def forfeit(self, position, seat):
        left, turn, gone, _winner = position
        gone = (*gone, seat)
        others = set(range(self.seats)) - set(gone)
        if len(others) == 1:
            return left, turn, gone, *others
        return left, self.after(turn, gone) if turn == seat else turn, gone, None

    def result(self, position):
        _left, _seat, gone, winner = position
        if winner is None:
            return None
        ranks = [2] * self.seats
        ranks[winner] = 1
        for place, seat in enumerate(gone):
            ranks[seat] = self.seats - place
        return tuple(ranks)
