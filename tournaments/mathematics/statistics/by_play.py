"""What play made of games: results without the luck of their dice, with their interval.

The luck of a side is what throws and a random opening gave it, in returns (`agents.judge.luck`).
Its expected value is zero, so a result without it has the same mean, and a smaller variance. It may
lie outside the range of points. Games that have not been judged yet are left out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.mathematics.statistics.block_sums import Sums
from tournaments.mathematics.statistics.few_blocks import spread_error

UNITS = 10_000
"""The units of a point in which results are added up: whole numbers can be taken back exactly."""


def points(scored: float, luck: float) -> float:
    """The points of a side in a game without its luck: a return of 2 is worth a point."""
    return scored - luck / 2


def against(scored: float, lucks: tuple[float, float], *, sides: int) -> float:
    """The same against one of the others; over all of them its mean is `points`."""
    return scored - (lucks[0] - lucks[1]) * (sides - 1) / sides / 2


@dataclass(frozen=True, slots=True)
class PlaySums(Sums):
    """The games of an entrant that were judged, with sums over their blocks, in `UNITS`."""

    games: int = 0
    blocks: int = 0
    points: int = 0
    squared_points: int = 0
    points_by_games: int = 0
    squared_games: int = 0

    @classmethod
    def of_block(cls, made: Sequence[float]) -> "PlaySums":
        """The sums of one block, by the points without luck in every game."""
        total, games = sum(round(points * UNITS) for points in made), len(made)
        return cls(games, int(games > 0), total, total * total, total * games, games * games)

    @classmethod
    def of(cls, blocks: Iterable[Sequence[float]]) -> "PlaySums":
        """The sums of several blocks."""
        return sum((cls.of_block(block) for block in blocks), start=cls())

    @property
    def spread(self) -> float:
        """The sum, over blocks, of the squared difference of its points from their mean."""
        return self._spread(self.points, self.games) / UNITS**2


@dataclass(frozen=True, slots=True)
class PlayScore:
    """What play made of judged games: the share of their points, and half its 95% interval."""

    games: int
    score: float
    margin: float

    @property
    def low(self) -> float:
        return self.score - self.margin

    @property
    def high(self) -> float:
        return self.score + self.margin

    @property
    def points(self) -> float:
        """The same in points of the judged games."""
        return self.score * self.games

    @property
    def points_margin(self) -> float:
        return self.margin * self.games


def by_play(sums: PlaySums) -> PlayScore | None:
    """The score without luck; None where no game was judged.

    Few blocks show little of their spread: `few_blocks` mixes it with that of results with luck.
    """
    if not sums.games:
        return None
    score = sums.points / UNITS / sums.games
    mean = (min(max(score, 0.0), 1.0) * sums.games + 1) / (sums.games + 2)
    error = spread_error(
        sums.spread, games=sums.games, blocks=sums.blocks, variance=mean * (1 - mean)
    )
    return PlayScore(sums.games, score, error.half_width)
