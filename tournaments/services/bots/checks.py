"""Checks of versions: queued after an upload, and again where the platform could not check."""

from datetime import datetime

from django.db import transaction

from tournaments import dispatch
from tournaments.errors import NotAllowed
from tournaments.models import Match, Player, Version
from tournaments.models.matches import fresh_seed
from tournaments.queries.bots import overview
from tournaments.services import incidents

TIME_CONTROL = "bullet"


def again(*, version: Version, player: Player, now: datetime) -> None:
    """Check again a version that the platform could not check; else nothing.

    Raises NotAllowed for anybody but its owner and staff.
    """
    if version.bot.owner_id != player.pk and not player.is_staff:
        raise NotAllowed("owner-checks-again", owner=version.bot.owner, version=version)
    with transaction.atomic():
        if version.deleted_at is None and version.check_again():
            queue(version, now=now)


def retry(*, now: datetime) -> int:
    """Check again the versions that the platform could not check, after growing pauses; how many.

    After the last pause it is left to their owners, who are told.
    """
    unchecked = Version.objects.kept().filter(status=Version.Status.UNCHECKED)
    return incidents.each(
        unchecked.select_related("bot__owner"),
        lambda version: _retry(version, now),
        failed="check-failed",
        now=now,
    )


@transaction.atomic
def _retry(version: Version, now: datetime) -> bool:
    due = overview.next_check_at(version)
    if due is None or due > now or not version.check_again():
        return False
    queue(version, now=now)
    return True


def queue(version: Version, *, now: datetime) -> Match:
    """Queue the match that validates a version; its games come when the bot has been loaded."""
    match = Match.objects.create(
        checks=version,
        number=version.checks.count() + 1,
        time_control=TIME_CONTROL,
        seed=fresh_seed(),
        queued_at=now,
        not_before=now,
    )
    dispatch.wake(dispatch.VALIDATE)
    return match
