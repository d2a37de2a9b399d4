"""The finished games that wait to be entered into a leaderboard, with all that this needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from tournaments.mathematics.meetings import PlayedGame
from tournaments.mathematics.side_results import SideResult, side_results
from tournaments.models import Game, Seat, Variant
from tournaments.models.games import known_luck
from tournaments.queries.ratings import eligibility
from tournaments.queries.ratings.eligibility import OwnedVersion, RatingFacts
from tournaments.queries.ratings.met import End


@dataclass(frozen=True)
class WaitingGame:
    """A finished game that is not yet rated.

    `played` is what meetings count of it, as if it were neither rated nor a repetition. `results`
    are those of each side, by its version's id.
    """

    game: int
    ended_at: datetime
    facts: RatingFacts
    results: Mapping[int, SideResult]
    played: PlayedGame
    end: End
    has_faults: bool

    @property
    def day(self) -> date:
        """The UTC day on which it ended."""
        return eligibility.day_of(self.ended_at).date()


class _Row(NamedTuple):
    game: int
    ended_at: datetime
    final: str
    reason: str
    match: int
    format: str
    access: str
    number: int
    rank: int
    luck: float | None
    fault: str | None
    version: int
    bot: int
    owner: int
    is_house: bool
    is_remote: bool


_COLUMNS = (
    "game", "game__ended_at", "game__final", "game__reason", "game__match",
    "game__match__tournament__format", "game__match__tournament__access", "number", "rank",
    "judged", "fault__kind", "version", "version__bot", "version__bot__owner",
    "version__bot__is_house", "version__is_remote",
)  # fmt: skip


def first(variant: Variant, most: int | None = None) -> list[WaitingGame]:
    """The games of a variant that ended first of those that wait, in that order; all by default."""
    waiting = Game.objects.waiting().filter(variant=variant).order_by("ended_at", "pk")[:most]
    seats = Seat.objects.filter(game__in=waiting.values("pk")).annotate(judged=known_luck())
    ordered = seats.order_by("game__ended_at", "game", "number").values_list(*_COLUMNS)
    tables = groupby((_Row(*row) for row in ordered), key=lambda row: row.game)
    return [_game(variant, list(table)) for _game_id, table in tables]


def _game(variant: Variant, table: Sequence[_Row]) -> WaitingGame:
    top = table[0]
    # Partners are one side.
    sides = tuple({row.version: _owned(row) for row in table}.values())
    facts = RatingFacts(
        variant.rated, variant.is_open, len(set(variant.sides())), top.format, top.access, sides
    )
    rows = [(row.version, row.number, row.rank, row.fault or "") for row in table]
    return WaitingGame(
        game=top.game,
        ended_at=top.ended_at,
        facts=facts,
        results=side_results(rows, top.reason),
        played=_played(table, sides),
        end=(top.final, tuple(row.version for row in table)),
        has_faults=any(row.fault for row in table),
    )


def _owned(row: _Row) -> OwnedVersion:
    return OwnedVersion(row.version, row.bot, row.owner, bool(row.is_house), bool(row.is_remote))


def _played(table: Sequence[_Row], sides: Sequence[OwnedVersion]) -> PlayedGame:
    """The ranks and luck of partners are those of the first of them."""
    lucks = {row.version: row.luck for row in reversed(table) if row.luck is not None}
    return PlayedGame(
        match=table[0].match,
        ranks={row.version: row.rank for row in reversed(table)},
        luck=lucks if all(row.luck is not None for row in table) else {},
        owners=eligibility.first_of_owners(sides),
    )
