"""How a bot has played of late, by the judge, and how lucky it was."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, FilteredRelation, Q

from agents import judge
from tournaments.models import Bot, GameAnalysis, Seat, Variant
from tournaments.queries import tournament_lists
from tournaments.queries.games.analyses import in_words, teller_of

LAST = 200
"""The games of a bot that count, the newest ones."""

COLUMNS = (
    "number", "luck", "game__number", "game__ended_at", "game__variant", "game__match__id",
)  # fmt: skip
"""What is read of these games: with all their columns it takes 1.4 times as long."""

WEEK = timedelta(days=7)
SHOWN = 5


@dataclass
class Board:
    """The luck of a bot in a variant, and what its judged actions gave away, in returns."""

    variant: Variant
    lucks: list[float] = field(default_factory=list)
    judged: int = 0
    actions: int = 0
    lost: float = 0.0

    @property
    def luck(self) -> float | None:
        """The mean luck of a game; None before any is judged."""
        return sum(self.lucks) / len(self.lucks) if self.lucks else None

    @property
    def loss(self) -> float | None:
        """What an action gave away on average; None before any was judged."""
        return self.lost / self.actions if self.actions else None


@dataclass(frozen=True)
class Mistake:
    """An action of a bot that gave much away: event number `ply` of a game, from 1.

    `better` is what the judge prefers, in notation; `words` has what was done as `told` and what
    is preferred as `better`, and both are empty where the bot left the game.
    """

    seat: Seat
    ply: int
    lost: float
    better: str
    words: dict[str, Any]


@dataclass(frozen=True)
class Quality:
    """How a bot played in its last games, by variant, and the games and mistakes of note."""

    boards: Sequence[Board]
    mistakes: Sequence[Mistake]
    luckiest: Sequence[Seat]
    unluckiest: Sequence[Seat]


def quality(bot: Bot, *, now: datetime) -> Quality:
    """How a bot played in its last games that everybody may see.

    Mistakes are those of the last seven days, the worst first.
    """
    seats = _last_seats(bot)
    lucky = sorted((seat for seat in seats if seat.luck), key=lambda seat: -(seat.luck or 0))
    recent = [seat for seat in seats if seat.game.ended_at and seat.game.ended_at > now - WEEK]
    swings = [(seat, swing) for seat in recent for swing in seat.swings or ()]
    own = [(seat, swing) for seat, swing in swings if swing["seat"] == seat.number]
    worst = sorted(own, key=lambda pair: -pair[1]["lost"])[:SHOWN]
    return Quality(
        boards=_boards(seats),
        mistakes=[_mistake(*pair) for pair in worst],
        luckiest=[seat for seat in lucky[:SHOWN] if (seat.luck or 0) > 0],
        unluckiest=[seat for seat in lucky[: -SHOWN - 1 : -1] if (seat.luck or 0) < 0],
    )


def _last_seats(bot: Bot) -> list[Any]:
    """Return seats with what the judge has found in their games, if it has: totals and swings."""
    # With literal ids the database can estimate how often they have played.
    versions = [version.pk for version in bot.versions.all()]
    visible = tournament_lists.visible_to(AnonymousUser())
    rows = Seat.objects.finished().filter(
        version__in=versions, game__match__tournament__in=visible, game__voided_at=None
    )
    joined = rows.select_related("game__variant", "game__match").only(*COLUMNS)
    done = Q(
        game__analyses__version=judge.VERSION,
        game__analyses__before=0,
        game__analyses__status=GameAnalysis.Status.DONE,
    )
    joined = joined.annotate(
        analysis=FilteredRelation("game__analyses", condition=done),
        totals=F("analysis__found__seats"),
        swings=F("analysis__found__swings"),
    )
    return list(joined.order_by("-game__ended_at", "-game_id", "number")[:LAST])


def _boards(seats: Sequence[Any]) -> list[Board]:
    boards: dict[int, Board] = {}
    for seat in seats:
        board = boards.setdefault(seat.game.variant_id, Board(seat.game.variant))
        if seat.luck is not None:
            board.lucks.append(seat.luck)
        if seat.totals is not None:
            total = seat.totals[seat.number]
            board.judged += 1
            board.actions += total["actions"]
            board.lost += total["lost"]
    measured = [board for board in boards.values() if board.lucks or board.judged]
    return sorted(measured, key=lambda board: board.variant.key)


def _mistake(seat: Any, swing: dict[str, Any]) -> Mistake:
    words = in_words(swing, seat, teller_of(seat.game.variant))
    return Mistake(seat, swing["ply"], swing["lost"], swing["better"], words)
