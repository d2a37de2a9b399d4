"""Kalah, slow and plain; see plain.py for the interface."""

from tests.engine.plain_ranks import ranked


class Kalah:
    """Positions are (seat to move, quiet actions, seeds by pit name); stores are `+` and `-`.

    At the end "over" or "forfeit" stands in place of the quiet actions.
    """

    seats = 2

    def __init__(
        self,
        *,
        pits=6,
        seeds=3,
        sowing="counterclockwise",
        empty_capture=False,
        quiet_limit=200,
    ):
        self.upper, self.lower = "ABCDEFGHIJKL"[:pits], "abcdefghijkl"[:pits]
        self.seeds, self.sowing = seeds, sowing
        self.empty_capture, self.quiet_limit = empty_capture, quiet_limit

    def start(self):
        pits = dict.fromkeys(self.upper + self.lower, self.seeds)
        return 0, 0, tuple((pits | {"+": 0, "-": 0}).items())

    def moves(self, position):
        seat, quiet, items = position
        if quiet in ("over", "forfeit"):
            return {}
        mine = self.lower if seat else self.upper
        return {pit: self.play(seat, quiet, dict(items), pit) for pit in mine if dict(items)[pit]}

    def who(self, position):
        seat, quiet, _ = position
        return None if quiet in ("over", "forfeit") else seat

    def forfeit(self, position, seat):
        return seat, "forfeit", position[2]

    def result(self, position):
        seat, quiet, items = position
        if quiet == "forfeit":
            return (2, 1) if seat == 0 else (1, 2)
        stores = [-dict(items)["+"], -dict(items)["-"]]
        return ranked(stores) if quiet == "over" else None

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
            return seat, "over", tuple(final.items())
        return (seat if spot == store else 1 - seat), quiet, tuple(board.items())
