"""EinStein würfelt nicht, slow and plain; see plain.py for the interface."""

from itertools import permutations


class Einstein:
    """Positions are (phase, seat, roll, stones), a stone being (seat, number, file, rank).

    At the end the phase is "over" and the seat the one that has won.
    """

    seats = 2

    def __init__(self, *, setup="random", mirror=False):
        self.setup, self.mirror = setup, mirror

    def start(self):
        if self.setup == "fixed":
            return self.turn(0, self.laid(0, "123456") | self.laid(1, "123456"))
        return "setup", 0, None, frozenset()

    @staticmethod
    def laid(seat, digits):
        corner = [("a", 5), ("b", 5), ("c", 5), ("a", 4), ("b", 4), ("a", 3)]
        if seat == 1:
            corner = [("edcba"["abcde".index(file)], 6 - rank) for file, rank in corner]
        return frozenset((seat, int(n), *square) for n, square in zip(digits, corner, strict=True))

    @staticmethod
    def turn(seat, stones):
        if len([s for s in stones if s[0] == seat]) == 1:
            return "move", seat, None, stones
        return "roll", seat, None, stones

    def moves(self, position):
        phase, seat, roll, stones = position
        if phase == "setup":
            return dict(self.setups(seat, stones))
        if phase == "roll":
            return {f"r{n}": ("move", seat, n, stones) for n in range(1, 7)}
        return dict(self.steps(seat, roll, stones)) if phase == "move" else {}

    def setups(self, seat, stones):
        for digits in map("".join, permutations("123456")):
            now = stones | self.laid(seat, digits)
            if self.mirror:
                yield "s" + digits, self.turn(0, now | self.laid(1, digits))
            elif seat == 0:
                yield "s" + digits, ("setup", 1, None, now)
            else:
                yield "s" + digits, self.turn(0, now)

    def steps(self, seat, roll, stones):
        own = sorted(s[1] for s in stones if s[0] == seat)
        if roll is None or roll in own:
            numbers = own if roll is None else [roll]
        else:
            numbers = [n for n in own if n < roll][-1:] + [n for n in own if n > roll][:1]
        way = -1 if seat else 1
        for _, number, file, rank in [s for s in stones if s[0] == seat and s[1] in numbers]:
            for right, down in ((1, 0), (0, 1), (1, 1)):
                column, to_rank = "abcde".index(file) + right * way, rank - down * way
                if column in range(5) and to_rank in range(1, 6):
                    target = ("abcde"[column], to_rank)
                    yield self.step(seat, stones, (seat, number, file, rank), target)

    def step(self, seat, stones, stone, target):
        file, rank = target
        hit = {s for s in stones if s[2:] == (file, rank)}
        after = stones - hit - {stone} | {(seat, stone[1], file, rank)}
        text = f"{stone[1]}{'x' if hit else '-'}{file}{rank}"
        goal = ("a", 5) if seat else ("e", 1)
        if (file, rank) == goal or not [s for s in after if s[0] != seat]:
            return text, ("over", seat, None, after)
        return text, self.turn(1 - seat, after)

    def who(self, position):
        phase, seat, _, _ = position
        if phase == "over":
            return None
        thrown = phase == "roll" or (phase == "setup" and self.setup == "random")
        return -1 if thrown else seat

    def thrower(self, position):
        return position[1]

    def weights(self, position):
        return dict.fromkeys(self.moves(position), 1)

    def forfeit(self, position, seat):
        return "over", 1 - seat, None, position[3]

    def result(self, position):
        phase, seat, _, _ = position
        if phase != "over":
            return None
        return (1, 2) if seat == 0 else (2, 1)
