"""Notifies owners of bots that failed in rated games."""

from collections.abc import Collection

from tournaments.models import Game, Seat
from tournaments.services.notices import notices
from tournaments.services.notices.notices import Kind
from tournaments.words import Sentence


def tell_of_failures(games: Collection[int]) -> None:
    """Notify the owners of bots that failed in these rated games.

    There is one notice for each bot and kind of fault, until its owner has read it.
    """
    if not games:
        return
    seats = Seat.objects.filter(game__in=games, fault__isnull=False, version__bot__is_house=False)
    read = seats.select_related("version__bot__owner", "game__match", "game__variant")
    # First by what the notices are grouped by: all transactions lock these rows in one order.
    order = ("version__bot", "fault__kind", "game", "number")
    for seat in read.defer("game__record_in_row").order_by(*order):
        _tell(seat.game, seat)


def _tell(game: Game, seat: Seat) -> None:
    version, kind = seat.version, str((seat.fault or {})["kind"])
    assert game.ended_at is not None, "only finished games are rated"
    # The author's own file may have another name, or have changed since; this is what has failed.
    code = f"{version.bot.slug}/{version.number}"
    notices.tell(
        version.bot.owner,
        Sentence("version-failed", version=version, variant=game.variant, fault=kind),
        kind=Kind.FAILURE,
        link=game.get_absolute_url(),
        now=game.ended_at,
        group=f"failure {version.bot_id} {kind}",
        reproduce=f"kauri reproduce {game.match_id}/{game.number} {code} --seat {seat.number}",
    )
