"""The bots and owners of the versions of a leaderboard.

Also whether a bot has met enough for a place: at least `OWNERS` owners of other bots, or half of
those on the leaderboard where that is fewer, and `GAMES` games for each owner that it needs.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from tournaments.mathematics.statistics.comparisons import Integers
from tournaments.mathematics.statistics.game_table import NO_SIDE, GameTable
from tournaments.mathematics.statistics.prior import NEW_BOT

OWNERS = 5
"""The number of owners whose bots a bot has to meet before it has a place."""

GAMES = 4
"""The number of games it needs for each of them."""


@dataclass(frozen=True, slots=True)
class Missing:
    """How many games, and how many opponents' owners, a bot lacks for a place."""

    games: int
    owners: int

    def __bool__(self) -> bool:
        return self.games > 0 or self.owners > 0


@dataclass(frozen=True, slots=True)
class Authors:
    """Columns with a row for each version of a table.

    Bots and owners are numbered from 0. `before` has the version before each, or `NEW_BOT`.
    """

    bots: Integers
    owners: Integers
    before: Integers
    is_house: NDArray[np.bool_]

    @classmethod
    def of(
        cls, versions: Sequence[int], rows: Iterable[tuple[int, int, Hashable, bool]]
    ) -> "Authors":
        """Read rows (version, bot, owner, is house), of each bot the oldest version first."""
        place = {version: number for number, version in enumerate(versions)}
        bots: dict[int, int] = {}
        owners: dict[Hashable, int] = {}
        newest: dict[int, int] = {}
        size = len(versions)
        column = np.zeros(size, dtype=np.int64)
        before, house = np.full(size, NEW_BOT, dtype=np.int64), np.zeros(size, dtype=bool)
        authors = cls(column, column.copy(), before, house)
        for version, bot, owner, is_house in rows:
            if (number := place.get(version)) is not None:
                authors.bots[number] = bots.setdefault(bot, len(bots))
                authors.owners[number] = owners.setdefault(owner, len(owners))
                authors.before[number] = newest.get(bot, NEW_BOT)
                authors.is_house[number] = is_house
                newest[bot] = number
        return authors

    def seated(self, column: Integers, games: GameTable) -> Integers:
        """A column's value for each seat of each game."""
        return np.where(games.sides == NO_SIDE, NO_SIDE, column[games.sides])

    def missing(self, games: GameTable) -> list[Missing]:
        """The games and owners that the bot of each version lacks for a place."""
        if not len(games):
            return []
        bots, owners = (self.seated(column, games) for column in (self.bots, self.owners))
        played = np.bincount(bots[bots != NO_SIDE])
        met = _met(bots, owners, len(played))
        needed = min(OWNERS, -(-int(self.owners.max()) // 2))
        lacking = zip(GAMES * needed - played, needed - met, strict=True)
        by_bot = [Missing(max(0, int(few)), max(0, int(fewer))) for few, fewer in lacking]
        return [by_bot[bot] for bot in self.bots]


def _met(bots: Integers, owners: Integers, number: int) -> Integers:
    """How many other owners each bot has met; `number` is that of the bots."""
    twos = [
        (bots[both, side], owners[both, other])
        for side, other in permutations(range(bots.shape[1]), 2)
        for both in [(bots[:, side] != NO_SIDE) & (owners[:, other] != NO_SIDE)]
    ]
    bot, owner = (np.concatenate(column) for column in zip(*twos, strict=True))
    # A sparse table keeps one cell for all their meetings, without sorting them.
    met = csr_array((np.ones(len(bot), dtype=bool), (bot, owner)), (number, owner.max() + 1))
    return np.asarray(np.diff(met.indptr), dtype=np.int64)
