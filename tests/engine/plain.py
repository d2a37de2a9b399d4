"""A second implementation of the rules, slow and plain, to hold the engine against.

It shares nothing with the engine, neither code nor representation: positions are immutable values
and the notation is the only way to name a move. Every game is a class with

    start(**options)        the first position
    moves(position)         {notation: next position}, empty at the end; throws are moves too
    scores(position)        two numbers at the end, the larger wins; None before

`python -m tests.engine.plain` writes perft.json anew.
"""

import json
from itertools import permutations
from pathlib import Path

from engine import parse_variant

PERFT = Path(__file__).with_name("perft.json")
COUNTED = {
    "kalah": 6,
    "kalah(seeds=4)": 6,
    "kalah(seeds=6)": 5,
    "kalah(pits=3,seeds=2)": 8,
    "kalah(pits=1,seeds=12)": 10,
    "kalah(pits=12,seeds=12)": 3,
    "kalah(sowing=cross)": 6,
    "kalah(pits=4,seeds=4,sowing=cross)": 6,
    "kalah(empty_capture=true)": 6,
    "kalah(pits=2,quiet_limit=2,seeds=5)": 8,
    "einstein": 2,
    "einstein(mirror=true)": 2,
    "einstein(setup=chosen)": 1,
    "einstein(setup=fixed)": 6,
}


class Kalah:
    """Positions are (seat to move, quiet actions, seeds by pit name); stores are `+` and `-`."""

    def __init__(self, *, pits, seeds, sowing, empty_capture, quiet_limit):
        self.upper, self.lower = "ABCDEFGHIJKL"[:pits], "abcdefghijkl"[:pits]
        self.seeds, self.sowing = seeds, sowing
        self.empty_capture, self.quiet_limit = empty_capture, quiet_limit

    def start(self):
        pits = dict.fromkeys(self.upper + self.lower, self.seeds)
        return 0, 0, tuple((pits | {"+": 0, "-": 0}).items())

    def moves(self, position):
        seat, quiet, items = position
        if quiet is None:
            return {}
        mine = self.lower if seat else self.upper
        return {pit: self.play(seat, quiet, dict(items), pit) for pit in mine if dict(items)[pit]}

    def scores(self, position):
        _, quiet, items = position
        return (dict(items)["+"], dict(items)["-"]) if quiet is None else None

    def play(self, seat, quiet, board, pit):
        mine, store = (self.lower, "-") if seat else (self.upper, "+")
        ring = self.upper + ("" if seat else "+") + self.lower + ("-" if seat else "")
        in_store = board[store]
        hand, board[pit], spot = board[pit], 0, pit
        step = -1 if self.sowing == "cross" and hand % 2 == 1 else 1
        while hand:
            spot = ring[(ring.index(spot) + step) % len(ring)]
            board[spot] += 1
            hand -= 1
        if spot in mine and board[spot] == 1:
            rows = self.upper + self.lower
            facing = rows[len(rows) - 1 - rows.index(spot)]
            if board[facing] > 0 or self.empty_capture:
                board[store] += 1 + board[facing]
                board[spot] = board[facing] = 0
        quiet = 0 if board[store] > in_store else quiet + 1
        sides = [sum(board[p] for p in side) for side in (self.upper, self.lower)]
        if 0 in sides or quiet == self.quiet_limit:
            final = dict.fromkeys(self.upper + self.lower, 0)
            final |= {"+": board["+"] + sides[0], "-": board["-"] + sides[1]}
            return seat, None, tuple(final.items())
        return (seat if spot == store else 1 - seat), quiet, tuple(board.items())


class Einstein:
    """Positions are (phase, seat, roll, stones), a stone being (seat, number, file, rank)."""

    def __init__(self, *, setup, mirror):
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

    def scores(self, position):
        phase, seat, _, _ = position
        return (1 - seat, seat) if phase == "over" else None


GAMES = {"kalah": Kalah, "einstein": Einstein}


def perft(game, position, depth):
    if depth == 0:
        return 1
    return sum(perft(game, after, depth - 1) for after in game.moves(position).values())


def main():
    counts = {}
    for variant, depth in COUNTED.items():
        loaded = parse_variant(variant)
        game = GAMES[loaded.id](**loaded.options)
        counts[variant] = [perft(game, game.start(), d) for d in range(1, depth + 1)]
    PERFT.write_text(json.dumps(counts, indent=1) + "\n")


if __name__ == "__main__":
    main()
