"""What the states of a Pachisi variant share: its options, and tables made of them."""

from typing import Any, Final, final

from engine.machine import i64, vec

COLOURS: Final = ("red", "blue", "yellow", "green")
TRIES: Final = 3
# What a square holds is a number with two bits a colour that count its pieces.
UNITS: Final = vec[i64]([1, 4, 16, 64])
# By what a square holds: 1 where two pieces stand.
PAIRS: Final = vec[i64]([held not in (0, 1, 4, 16, 64) for held in range(256)])
# What awaits a piece on a square, besides the colour (0 to 3) that it captures there.
FREE: Final = 4
BLOCKED: Final = 5
# Goal squares are counted from 1. Four bits a colour tell where its pieces stand, the lowest for 1.
ALL_HOME: Final = 15
# By the goal square left (0 on the track) times 5 + the one reached: those that must be free.
GOAL_PATHS: Final = vec[i64](
    [sum([1 << k for k in range(left, reached)]) for left in range(5) for reached in range(5)]
)


def colours_of(mode: str) -> list[list[int]]:
    """Return for each seat the colours that it may come to move, its own one first."""
    if mode == "two":
        return [[0, 2], [1, 3]]
    if mode == "teams":
        return [[0, 2], [1, 3], [2, 0], [3, 1]]
    return [[0], [1], [2], [3]]


def squares_of(track: int) -> list[list[int]]:
    """Return by colour and progress the square of the track; the yard has none, -1."""
    quarter = track // 4
    return [
        [-1] + [(colour * quarter + step) % track for step in range(track)] for colour in range(4)
    ]


def progress_of(track: int) -> vec[i64]:
    """Return by colour * track + square the progress of a piece that stands there."""
    quarter = track // 4
    return vec[i64](
        [(square - colour * quarter) % track + 1 for colour in range(4) for square in range(track)]
    )


def landings(mode: str, barriers: bool) -> vec[i64]:
    """Return by colour * 256 + what a square holds: FREE, BLOCKED or the colour captured."""
    return vec[i64](
        [_landing(mode, barriers, colour, held) for colour in range(4) for held in range(256)]
    )


def _landing(mode: str, barriers: bool, colour: int, held: int) -> int:
    if held == 0 or PAIRS[held]:
        return BLOCKED if held else FREE
    other = [1, 4, 16, 64].index(held)
    if other == colour:
        return FREE if barriers else BLOCKED
    if mode == "single" or (other - colour) % 2:
        return other
    return FREE if mode == "teams" else BLOCKED


def throws_of(dice: int) -> list[tuple[int, int]]:
    """Return the dice of each throw, the larger first; the second is 0 where there is only one."""
    if dice == 1:
        return [(face, 0) for face in range(1, 7)]
    return [(larger, smaller) for larger in range(1, 7) for smaller in range(1, larger + 1)]


@final
class Tables:
    """The options of a variant, by the names on docs/32-pachisi.md, and the tables."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.mode: str = options["mode"]
        self.teams: bool = self.mode == "teams"
        self.track: i64 = int(options["track"])
        self.dice: int = options["dice"]
        self.forced: bool = options["capture"] == "forced"
        self.barriers: bool = options["barriers"]
        self.passing: bool = options["passing"]
        self.playout: bool = options["playout"]
        self.turn_limit: i64 = options["turn_limit"]
        self.colours = colours_of(self.mode)
        self.seats: int = len(self.colours)
        # How many colours a seat may move at a time, and how many may ever be its own to move.
        self.width: i64 = 2 if self.mode == "two" else 1
        self.reach: int = len(self.colours[0])
        # A side's share of the places that a move can leave.
        self.span: i64 = self.track + 4
        self.sit_out: i64 = self.reach * self.span * 6
        self.losses: i64 = 1 if self.forced else 1 + self.reach * (self.span + 1)
        self.squares = squares_of(self.track)
        # The same by colour * (track + 1) + progress.
        self.path = vec[i64]([square for squares in self.squares for square in squares])
        self.progress = progress_of(self.track)
        self.landing = landings(self.mode, self.barriers)
        self.throws = throws_of(self.dice)
        # By outcome * 2 the larger die, then the smaller one.
        self.faces = vec[i64]([face for throw in self.throws for face in throw])
        self.weights = [(n, 2 if a != b > 0 else 1) for n, (a, b) in enumerate(self.throws)]
        self.outcomes = list(range(len(self.throws)))
        self.spread = vec[i64]([n for n, weight in self.weights for _ in range(weight)])
        self.beginnings = list(range(len(self.throws), len(self.throws) + 6))

    def owned(self, seat: int) -> list[int]:
        """Return the colours that belong to a seat."""
        return self.colours[seat][: self.width]
