"""Sums over the blocks of two entrants for their comparison, updated game by game.

Everything is a whole number, so that a game can be taken back exactly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class BlockSums:
    """The results of one entrant against another, with sums over their blocks.

    A block of n games in which it made s half points adds s * s to `squared_points`, s * n to
    `points_by_games` and n * n to `squared_games`.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    blocks: int = 0
    squared_points: int = 0
    points_by_games: int = 0
    squared_games: int = 0

    @classmethod
    def of_block(cls, half_points: Sequence[int]) -> "BlockSums":
        """The sums of one block, by its half points in every game: 2, 1 or 0."""
        made, games = sum(half_points), len(half_points)
        return cls(
            wins=half_points.count(2),
            draws=half_points.count(1),
            losses=half_points.count(0),
            blocks=int(games > 0),
            squared_points=made * made,
            points_by_games=made * games,
            squared_games=games * games,
        )

    @classmethod
    def of(cls, blocks: Iterable[Sequence[int]]) -> "BlockSums":
        """The sums of several blocks."""
        return sum((cls.of_block(block) for block in blocks), start=cls())

    def __add__(self, other: "BlockSums") -> "BlockSums":
        return BlockSums(*(a + b for a, b in zip(self._values(), other._values(), strict=True)))

    def __sub__(self, other: "BlockSums") -> "BlockSums":
        return BlockSums(*(a - b for a, b in zip(self._values(), other._values(), strict=True)))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def half_points(self) -> int:
        return 2 * self.wins + self.draws

    @property
    def spread(self) -> float:
        """The sum, over blocks, of the squared difference of its points from their mean."""
        mean = Fraction(self.half_points, self.games)
        squares = self.squared_points - mean * (2 * self.points_by_games)
        return float(squares + mean * mean * self.squared_games) / 4

    def _values(self) -> tuple[int, ...]:
        return tuple(getattr(self, name) for name in NAMES)


NAMES = tuple(one.name for one in fields(BlockSums))
"""The names of the sums, in their order."""
