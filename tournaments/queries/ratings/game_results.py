"""Finished games as the statistics see them: block, versions, seats and ranks."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from tournaments.mathematics import score_table
from tournaments.mathematics.side_results import SideResult, side_results
from tournaments.mathematics.statistics import by_play
from tournaments.models import Game, Seat, Variant
from tournaments.models.games import known_luck

_CHUNK = 2000


@dataclass(frozen=True)
class Result:
    """A finished game: its block (the match), and the version and the rank of each side.

    Partners are one side, in the order of the first of their seats. `faulty` says that a bot was at
    fault. `tournament` is 0 for a check of an upload. `lucks` has the luck of each side in returns;
    it is empty where the game is still to be judged.
    """

    game: int
    block: int
    final: str
    versions: tuple[int, ...]
    ranks: tuple[int, ...]
    faulty: bool
    tournament: int
    lucks: tuple[float, ...]

    def points(self) -> list[float]:
        """The points of each side: the mean over its opponents of 1, a half and 0."""
        by_side = dict(enumerate(self.ranks))
        shares = (score_table.share(by_side, side) for side in by_side)
        return [made / most for made, most in shares]

    def points_by_play(self) -> list[float]:
        """The same without luck, if it is known."""
        lucks = self.lucks or (0.0,) * len(self.ranks)
        return [by_play.points(*side) for side in zip(self.points(), lucks, strict=True)]


def entered(variant: Variant, *, after: int, until: int | None) -> Iterator[Result]:
    """The games that a leaderboard's ledger entered after this entry, by id; voided ones too.

    `until` is the last of the ledger's entries that is looked at; None for all.
    """
    entries = variant.ledger.filter(game__isnull=False, is_correction=False, pk__gt=after)
    looked_at = entries if until is None else entries.filter(pk__lte=until)
    return of(Game.objects.finished().filter(pk__in=looked_at.values("game")))


def of(games: QuerySet[Game]) -> Iterator[Result]:
    """The finished ones of these games, in the order of their ids."""
    seats = Seat.objects.finished().filter(game__in=games.values("pk"))
    ordered = seats.annotate(judged=known_luck()).order_by("game", "number")
    rows = ordered.values_list(
        "game", "game__match", "game__final", "version", "number", "rank", "fault",
        "game__match__tournament", "judged",
    )  # fmt: skip
    for _game, table in groupby(rows.iterator(chunk_size=_CHUNK), key=lambda row: row[0]):
        yield _result(list(table))


def by_side(games: Collection[int]) -> Iterator[tuple[int, dict[int, SideResult]]]:
    """Each of these finished games, with the result of each side by its version's id."""
    seats = Seat.objects.finished().filter(game__in=games).order_by("game", "number")
    rows = seats.values_list("game", "game__reason", "version", "number", "rank", "fault__kind")
    for (game, reason), table in groupby(rows, key=lambda row: row[:2]):
        sides = [
            (version, seat, rank, fault or "")
            for *_game, version, seat, rank, fault in table
            if rank is not None
        ]
        yield game, side_results(sides, reason)


def _result(table: list[tuple[Any, ...]]) -> Result:
    """One game from the rows of its seats; of partners only the first counts."""
    sides = {row[3]: row for row in reversed(table)}
    ordered = sorted(sides.values(), key=lambda row: row[4])
    return Result(
        game=table[0][0],
        block=table[0][1],
        final=table[0][2],
        versions=tuple(row[3] for row in ordered),
        ranks=tuple(row[5] for row in ordered),
        faulty=any(row[6] for row in table),
        tournament=table[0][7] or 0,
        lucks=() if any(row[8] is None for row in ordered) else tuple(row[8] for row in ordered),
    )
