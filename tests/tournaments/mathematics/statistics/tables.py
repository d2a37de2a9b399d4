"""Tables of games that were made up."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.mathematics.statistics import kept_games
from tournaments.mathematics.statistics.game_table import GameTable


@dataclass(frozen=True)
class Played:
    """A game between these versions, which came to these ranks."""

    block: int
    versions: tuple[int, ...]
    ranks: tuple[int, ...]
    faulty: bool = False
    in_full: bool = True


@dataclass(frozen=True)
class _Finished:
    """The same as the ledger's games have it. No two of them are identical."""

    game: int
    block: int
    versions: tuple[int, ...]
    ranks: tuple[int, ...]
    faulty: bool
    tournament: int
    final: str = ""


def table_of(games: Iterable[Played]) -> GameTable:
    """Their table, in their order."""
    rows = [
        _Finished(number, one.block, one.versions, one.ranks, one.faulty, int(one.in_full))
        for number, one in enumerate(games)
    ]
    seats = max((len(row.versions) for row in rows), default=0)
    return kept_games.table(kept_games.kept(rows, seats=seats), without=(), in_full=[1])
