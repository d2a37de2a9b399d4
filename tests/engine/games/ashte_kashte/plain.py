"""Ashte Kashte, slow and plain; see plain.py for the interface."""

from typing import NamedTuple

from tests.engine.plain_ranks import race_ranks

SOUTH = (
    "d1 e1 f1 g1 g2 g3 g4 g5 g6 g7 f7 e7 d7 c7 b7 a7 a6 a5 a4 a3 a2 a1 b1 c1 "
    "d2 e2 f2 f3 f4 f5 f6 e6 d6 c6 b6 b5 b4 b3 b2 c2 "
    "d3 e3 e4 e5 d5 c5 c4 c3 "
    "d4"
)
PROTECTED = ("d1", "g4", "d7", "a4")
THROWS = {"r1": 4, "r2": 6, "r3": 4, "r4": 1, "r8": 1}
SITTING = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


def turned(square, quarters):
    """The square a number of quarter turns further, counter-clockwise."""
    file, rank = square
    for _ in range(quarters):
        file, rank = "gfedcba"["1234567".index(rank)], str(1 + "abcdefg".index(file))
    return file + rank


class Position(NamedTuple):
    seat: int  # whose throw, or whose move
    roll: int  # 0 before the throw
    throws: int
    board: tuple  # (square, (seat, 1 or 2 pieces))
    home: tuple  # pieces that reached the centre, by seat
    finished: tuple  # seats in the order in which they came home
    forfeited: tuple
    over: bool


class AshteKashte:
    def __init__(self, *, seats=4, passing=False, playout=False, turn_limit=5000):
        self.seats, self.passing = seats, passing
        self.playout, self.turn_limit = playout, turn_limit
        self.paths = [[turned(square, edge) for square in SOUTH.split()] for edge in SITTING[seats]]

    def start(self):
        return Position(0, 0, 0, (), (0,) * self.seats, (), (), over=False)

    def who(self, position):
        if position.over:
            return None
        return position.seat if position.roll else -1

    def thrower(self, position):
        return position.seat

    def weights(self, position):
        return THROWS

    def result(self, position):
        if not position.over:
            return None
        return race_ranks(self.seats, position.finished, position.forfeited)

    def moves(self, position):
        if position.over:
            return {}
        if position.roll:
            return self.actions(position)
        return {throw: self.thrown(position, int(throw[1])) for throw in THROWS}

    def thrown(self, position, roll):
        after = position._replace(roll=roll, throws=position.throws + 1)
        return after if self.actions(after) else self.done(after)

    def actions(self, position):
        """Every move with the throw, `pass` where it is one of them."""
        moves, doubling = {}, set()
        for text, leaves, index, count in self.candidates(position):
            target = index + position.roll
            if self.may(position, index, target, count):
                moves[text] = self.moved(position, leaves, target, count)
                if self.lying(position, target) == (position.seat, 1):
                    doubling.add(text)
        if moves and (self.passing or doubling == set(moves)):
            moves["pass"] = self.done(position)
        return moves

    def candidates(self, position):
        """(notation, square left or None, index it counts from, pieces that go)."""
        path, roll = self.paths[position.seat], position.roll
        lying = 0
        for square, (seat, count) in position.board:
            if seat == position.seat:
                lying += count
                index = path.index(square)
                yield f"{index}+{roll}", square, index, 1
                if count == 2:
                    yield f"{index}d+{roll}", square, index, 2
        if lying + position.home[position.seat] < 4:
            yield f"in+{roll}", None, 0, 1

    def lying(self, position, index):
        """(seat, count) on an index of the path of the seat to move, or None."""
        return dict(position.board).get(self.paths[position.seat][index])

    def may(self, position, index, target, count):
        if target > 48:
            return False
        there = self.lying(position, target)
        protected = self.paths[position.seat][target] in PROTECTED
        if count == 2:
            return not protected and (there is None or there[0] != position.seat)
        between = [self.lying(position, step) for step in range(index + 1, target)]
        if any(found and found[1] == 2 for found in between):
            return False
        return there is None or (not protected and there[1] == 1)

    def moved(self, position, leaves, target, count):
        seat, board, home = position.seat, dict(position.board), list(position.home)
        if leaves:
            left = board.pop(leaves)[1] - count
            if left:
                board[leaves] = (seat, left)
        if target == 48:
            home[seat] += count
        else:
            square = self.paths[seat][target]
            joined = board.get(square) == (seat, 1)
            board[square] = (seat, 2 if joined else count)
        after = position._replace(board=tuple(sorted(board.items())), home=tuple(home))
        if home[seat] == 4:
            after = after._replace(finished=(*after.finished, seat))
        return self.done(after)

    def racing(self, position):
        away = position.finished + position.forfeited
        return [seat for seat in range(self.seats) if seat not in away]

    def decided(self, position):
        won = position.finished and not self.playout
        return bool(won) or len(self.racing(position)) < 2

    def done(self, position):
        """The throw is played: another one, or the end."""
        seat, racing = position.seat, self.racing(position)
        if self.decided(position) or position.throws == self.turn_limit:
            return position._replace(roll=0, over=True)
        if position.roll not in (4, 8) or seat not in racing:
            seat = next(s % self.seats for s in range(seat + 1, 99) if s % self.seats in racing)
        return position._replace(seat=seat, roll=0)

    def forfeit(self, position, seat):
        board = tuple(entry for entry in position.board if entry[1][0] != seat)
        after = position._replace(board=board, forfeited=(*position.forfeited, seat))
        if seat == position.seat or self.decided(after):
            return self.done(after)
        return after
