"""Pauses versions that keep failing, tries them again, and bans bots.

A paused or banned version takes no share of the queue, and no tournament waits for it for ever.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from tournaments import dispatch
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Bot, Player, Seat, Version
from tournaments.queries.bots import overview
from tournaments.services.notices import notices
from tournaments.services.notices.notices import Kind
from tournaments.services.ratings import listing
from tournaments.words import Sentence

LOOKED_AT = 10
"""How many of the last tournament games of a version are looked at."""

TOO_MANY = 5
"""This many of them that ended by its own fault, of any kind, pause it."""


def review(seats: Sequence[Seat], *, now: datetime) -> None:
    """Pause the versions that a game has shown to be failing; call it in its transaction.

    `seats` are all those of the game.
    """
    faulty = {seat.version_id: seat.version for seat in seats if seat.fault is not None}
    if seats[0].game.match.checks_id is not None:
        return
    for _pk, version in sorted(faulty.items()):
        games = _last_games(version)
        if sum(games) >= TOO_MANY:
            _pause(version, games, now)


def resume(version: Version, *, player: Player, now: datetime) -> bool:
    """Resume a paused version: only its games from now on count. False if it is not paused.

    Raises NotAllowed for anybody but its owner and staff.
    """
    if not overview.may_resume(player=player, version=version):
        raise NotAllowed("owner-resumes", owner=version.bot.owner, version=version)
    with transaction.atomic():
        resumed = version.resume(now=now)
        dispatch.wake(dispatch.PLAY)
    return resumed


@transaction.atomic
def ban(row: Bot | Version, *, reason: str, now: datetime) -> bool:
    """Ban a bot with all its versions, or one version; False if it is banned already.

    The tick takes it out of its tournaments.
    """
    if not reason.strip():
        raise Invalid("ban-without-reason", "ban_reason")
    with listing.changing(row.bot):
        banned = row.ban(reason=reason, now=now)
    if banned:
        _tell(row, Sentence("was-banned", banned=row, reason=reason), now)
        dispatch.wake(dispatch.ADVANCE)
    return banned


@transaction.atomic
def unban(row: Bot | Version, *, now: datetime) -> bool:
    """Let it be entered again; it does not return to its tournaments. False if it is not banned."""
    with listing.changing(row.bot):
        unbanned = row.unban()
    if unbanned and isinstance(row, Bot):
        _tell(row, Sentence("bot-was-unbanned", bot=row), now)
    return unbanned


def _tell(row: Bot | Version, text: Sentence, now: datetime) -> None:
    link = row.get_absolute_url()
    notices.tell(row.bot.owner, text, kind=Kind.PAUSED, link=link, now=now)


def _last_games(version: Version) -> list[bool]:
    """Return whether the version failed in each of its last tournament games since `tried_at`."""
    seats = Seat.objects.finished().filter(version=version, game__match__checks=None)
    if version.tried_at:
        seats = seats.filter(game__ended_at__gt=version.tried_at)
    games: dict[int, bool] = {}
    ordered = seats.order_by("-game__ended_at", "-game").values_list("game", "fault")
    for game, fault in ordered[: LOOKED_AT * 4]:
        games[game] = games.get(game, False) or fault is not None
    return list(games.values())[:LOOKED_AT]


def _pause(version: Version, games: Sequence[bool], now: datetime) -> None:
    reason = Sentence("keeps-failing", failed=sum(games), games=len(games))
    if version.pause(reason=reason, now=now):
        _tell(version, Sentence("version-was-paused", version=version, why=reason), now)
