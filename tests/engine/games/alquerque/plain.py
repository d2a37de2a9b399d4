"""Alquerque grande, slow and plain; see plain.py for the interface."""

from typing import NamedTuple

from tests.engine.plain_ranks import ranked, team_ranks

FILES, RANKS = "abcdefg", "1234567"
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
TRIANGLES = (
    "b1 c1 d1 e1 f1 g1 c2 d2 e2 f2 d3 e3",
    "g2 g3 g4 g5 g6 g7 f3 f4 f5 f6 e4 e5",
    "a7 b7 c7 d7 e7 f7 b6 c6 d6 e6 c5 d5",
    "a1 a2 a3 a4 a5 a6 b2 b3 b4 b5 c3 c4",
)
BLOCKS = (
    "d1 e1 f1 g1 d2 e2 f2 g2 d3 e3 f3 g3",
    "e4 f4 g4 e5 f5 g5 e6 f6 g6 e7 f7 g7",
    "a5 b5 c5 d5 a6 b6 c6 d6 a7 b7 c7 d7",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3 a4 b4 c4",
)
HALVES = (
    "a1 b1 c1 d1 e1 f1 g1 a2 b2 c2 d2 e2 f2 g2 a3 b3 c3 d3 e3 f3 g3 e4 f4 g4",
    "a5 b5 c5 d5 e5 f5 g5 a6 b6 c6 d6 e6 f6 g6 a7 b7 c7 d7 e7 f7 g7 a4 b4 c4",
)


def beside(point, way):
    """The point one further that way, or None beyond the edge."""
    file, rank = FILES.index(point[0]) + way[0], RANKS.index(point[1]) + way[1]
    return FILES[file] + RANKS[rank] if file in range(7) and rank in range(7) else None


def ways(point):
    """The directions of the lines through a point."""
    even = (FILES.index(point[0]) + RANKS.index(point[1])) % 2 == 0
    return STRAIGHT + DIAGONAL if even else STRAIGHT


POINTS = [file + rank for file in FILES for rank in RANKS]
BESIDE = {
    point: [beside(point, way) for way in ways(point) if beside(point, way)] for point in POINTS
}
BEHIND = {
    point: [
        (beside(point, way), beside(beside(point, way), way))
        for way in ways(point)
        if beside(point, way) and beside(beside(point, way), way)
    ]
    for point in POINTS
}


class Position(NamedTuple):
    seat: int
    stones: tuple  # (point, seat)
    bans: tuple  # by seat: the step (from, to) that would be a return, or None
    taken: tuple  # stones captured, by seat
    quiet: int
    out: tuple  # single: groups of seats in the order in which they dropped out
    forfeited: tuple
    ended: str  # "" | "won" | "quiet"


class Alquerque:
    def __init__(
        self,
        *,
        mode="single",
        layout="triangles",
        ending="slow",
        capture="penalty",
        quiet_limit=100,
    ):
        self.mode, self.ending, self.capture = mode, ending, capture
        self.quiet_limit = quiet_limit
        self.rows = {"triangles": TRIANGLES, "blocks": BLOCKS}[layout]
        if mode == "two":
            self.rows = HALVES
        self.seats = len(self.rows)

    def start(self):
        stones = [(point, seat) for seat, row in enumerate(self.rows) for point in row.split()]
        return Position(
            0, tuple(stones), (None,) * self.seats, (0,) * self.seats, 0, (), (), ended=""
        )

    def who(self, position):
        return None if position.ended else position.seat

    def moves(self, position):
        if position.ended:
            return {}
        return {text: self.settled(after) for text, after in self.actions(position).items()}

    def friends(self, seat):
        """The seats whose stones a seat may not jump."""
        return (seat, (seat + 2) % 4) if self.mode == "teams" else (seat,)

    # Steps and captures.

    def actions(self, position):
        """Every action; nothing has followed it in their positions yet."""
        moves = dict(self.captures(position))
        if self.capture == "forced" and moves:
            return {text: after for text, after in moves.items() if "!" not in text}
        return moves | dict(self.steps(position))

    def jumps(self, stones, seat, point):
        """(point jumped, landing point) for a stone of the seat on the point."""
        for over, landing in BEHIND[point]:
            hostile = over in stones and stones[over] not in self.friends(seat)
            if hostile and landing not in stones:
                yield over, landing

    def steps(self, position):
        seat, stones = position.seat, dict(position.stones)
        own = [point for point in stones if stones[point] == seat]
        able = [point for point in own if list(self.jumps(stones, seat, point))]
        for point in own:
            for target in BESIDE[point]:
                if target in stones or (point, target) == position.bans[seat]:
                    continue
                after = {p: s for p, s in stones.items() if p != point} | {target: seat}
                for lost in [target if p == point else p for p in able] or [None]:
                    text = f"{point}-{target}" + (f"!{lost}" if lost else "")
                    left = {p: s for p, s in after.items() if p != lost}
                    ban = (target, point)
                    yield text, self.acted(position, left, ban=ban, captured=0, lost=lost)

    def captures(self, position):
        for point, owner in position.stones:
            if owner == position.seat:
                yield from self.chains(position, dict(position.stones), [point])

    def chains(self, position, stones, trail):
        """Every capture that goes on from a trail of points, the stone being on the last."""
        seat = position.seat
        for over, landing in self.jumps(stones, seat, trail[-1]):
            after = {p: s for p, s in stones.items() if p not in (over, trail[-1])}
            after[landing] = seat
            longer = [*trail, landing]
            lost = landing if list(self.jumps(after, seat, landing)) else None
            left = {p: s for p, s in after.items() if p != lost}
            ban = (landing, trail[0]) if landing != trail[0] else None
            text = "x".join(longer) + (f"!{lost}" if lost else "")
            yield text, self.acted(position, left, ban=ban, captured=len(trail), lost=lost)
            yield from self.chains(position, after, longer)

    @staticmethod
    def acted(position, stones, *, ban, captured, lost):
        seat, bans, taken = position.seat, list(position.bans), list(position.taken)
        bans[seat] = ban
        taken[seat] += captured
        return position._replace(
            stones=tuple(sorted(stones.items())),
            bans=tuple(bans),
            taken=tuple(taken),
            quiet=0 if captured or lost else position.quiet + 1,
        )

    # What follows an action.

    def settled(self, position):
        """The position when an action is done: the end, or the next seat's turn."""
        bare = [s for s in self.left(position) if not self.count(position, s)]
        if self.mode == "teams":
            bare = [s for s in bare if (s + 2) % 4 in bare]
        if bare:
            position = self.dropped(position, *bare)
        if self.is_won(position):
            return position._replace(ended="won")
        if position.quiet == self.quiet_limit:
            return position._replace(ended="quiet")
        return self.turn(position, (position.seat + 1) % self.seats)

    def turn(self, position, seat):
        """The position with this seat at turn, or whoever acts or loses in its place."""
        while not self.can_act(position, seat):
            if self.mode == "teams" and self.can_act(position, (seat + 2) % 4):
                bans = [ban if s != seat else None for s, ban in enumerate(position.bans)]
                position = position._replace(bans=tuple(bans))
            elif seat in self.left(position):
                position = self.dropped(position, *self.friends(seat))
            if self.is_won(position):
                return position._replace(seat=seat, ended="won")
            seat = (seat + 1) % self.seats
        return position._replace(seat=seat)

    def can_act(self, position, seat):
        if seat in position.forfeited or seat not in self.left(position):
            return False
        moving = position._replace(seat=seat)
        return any(True for found in (self.steps, self.captures) for _ in found(moving))

    def left(self, position):
        """The seats that have not dropped out."""
        out = [seat for group in position.out for seat in group]
        return [seat for seat in range(self.seats) if seat not in out]

    def count(self, position, seat):
        return len([owner for _, owner in position.stones if owner == seat])

    def dropped(self, position, *seats):
        stones = position.stones
        if self.mode == "single" and self.ending == "slow":
            stones = tuple(stone for stone in stones if stone[1] not in seats)
        return position._replace(stones=stones, out=(*position.out, seats))

    def is_won(self, position):
        if self.mode == "single" and self.ending == "slow":
            return len(self.left(position)) == 1
        return bool(position.out)

    def forfeit(self, position, seat):
        after = position._replace(forfeited=(*position.forfeited, seat))
        if self.mode == "teams":
            if (seat + 2) % 4 in position.forfeited:
                after = self.dropped(after, *self.friends(seat))
        elif seat in self.left(position):
            after = self.dropped(after, seat)
        if self.is_won(after):
            return after._replace(ended="won")
        return self.turn(after, after.seat)

    def result(self, position):
        if not position.ended:
            return None
        if self.mode == "teams":
            losers = position.out[0] if position.out else None
            return team_ranks(None if losers is None else 0 if 1 in losers else 1)
        return ranked([self.place(position, seat) for seat in range(self.seats)])

    def place(self, position, seat):
        """What a seat is ranked by where there are no teams, the best being the smallest."""
        if seat in position.forfeited:
            return 2, -position.forfeited.index(seat)
        for number, group in enumerate(position.out):
            if seat in group:
                return 1, -number
        if self.mode == "single" and self.ending == "quick":
            return 0, -position.taken[seat], -self.count(position, seat)
        return (0,)
