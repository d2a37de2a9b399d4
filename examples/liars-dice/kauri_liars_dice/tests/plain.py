"""The rules of Liar's Dice once more, slow and plain, from rules.md alone.

A position is (faces thrown so far, bids so far, loser or None).
"""


class LiarsDice:
    """The second implementation."""

    def __init__(self, seats=2, faces=6):
        self.seats, self.faces = seats, faces

    def start(self):
        return (), (), None

    def who(self, position):
        dice, bids, loser = position
        if loser is not None:
            return None
        return len(bids) % self.seats if len(dice) == self.seats else -1

    def thrower(self, position):
        return len(position[0])

    def weights(self, _position):
        return {f"r{face}": 1 for face in range(1, self.faces + 1)}

    def moves(self, position):
        dice, bids, loser = position
        if loser is not None:
            return {}
        if len(dice) < self.seats:
            return {f"r{face}": ((*dice, face), bids, None) for face in range(1, self.faces + 1)}
        moves = {
            f"{quantity}x{face}": (dice, (*bids, (quantity, face)), None)
            for quantity in range(1, self.seats + 1)
            for face in range(1, self.faces + 1)
            if (quantity, face) > (bids[-1] if bids else (0, 0))
        }
        if bids:
            moves["liar"] = dice, bids, self.loser(dice, bids)
        return moves

    def loser(self, dice, bids):
        quantity, face = bids[-1]
        there = [die for die in dice if die in {face, self.faces}]
        return (len(bids) - (len(there) < quantity)) % self.seats

    def forfeit(self, position, seat):
        return position[0], position[1], seat

    def result(self, position):
        if position[2] is None:
            return None
        return tuple(self.seats if seat == position[2] else 1 for seat in range(self.seats))
