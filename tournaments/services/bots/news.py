"""Notifies authors how the check of an upload ended, and that a bot failed in a rated game."""

from collections.abc import Iterable
from datetime import datetime

from tournaments.models import Game, Seat, Version
from tournaments.services.notices import notices
from tournaments.services.notices.notices import Kind
from tournaments.words import Sentence


def tell_of_check(version: Version, text: Sentence, *, now: datetime) -> None:
    """Notify the owner of a version that was checked, unless it is of a house bot."""
    if not version.bot.is_house:
        link = version.get_absolute_url()
        notices.tell(version.bot.owner, text, kind=Kind.CHECK, link=link, now=now)


def tell_of_failures(game: Game, seats: Iterable[Seat], *, now: datetime) -> None:
    """Notify the owners of bots that failed in a rated game; call it when ratings are decided.

    There is one notice for each bot and kind of fault, until its owner has read it.
    """
    failed = [seat for seat in seats if seat.fault and not seat.version.bot.is_house]
    if game.unrated_reason == "":
        for seat in sorted(failed, key=lambda seat: (seat.version.bot_id, seat.number)):
            _tell(game, seat, str((seat.fault or {})["kind"]), now)


def _tell(game: Game, seat: Seat, kind: str, now: datetime) -> None:
    version = seat.version
    # The author's own file may have another name, or have changed since; this is what has failed.
    code = f"{version.bot.slug}/{version.number}"
    notices.tell(
        version.bot.owner,
        Sentence("version-failed", version=version, variant=game.variant, fault=kind),
        kind=Kind.FAILURE,
        link=game.get_absolute_url(),
        now=now,
        group=f"failure {version.bot_id} {kind}",
        reproduce=f"kauri reproduce {game.match_id}/{game.number} {code} --seat {seat.number}",
    )
