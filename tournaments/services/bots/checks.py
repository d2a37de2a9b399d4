"""Checks of versions: queued after an upload, and again where the platform could not check."""

from datetime import datetime

from django.db import transaction

from tournaments import dispatch
from tournaments.errors import NotAllowed
from tournaments.models import Match, Player, Version
from tournaments.queries.bots import overview
from tournaments.services import incidents

TIME_CONTROL = "bullet"


def again(version: Version, *, player: Player, now: datetime) -> None:
    """Queue another check of a version if the platform could not check it.

    Raises NotAllowed for anybody but its owner and staff.
    """
    if version.bot.owner_id != player.pk and not player.is_staff:
        raise NotAllowed("owner-checks-again", owner=version.bot.owner, version=version)
    with transaction.atomic():
        if version.deleted_at is None and version.check_again():
            queue(version, now=now)


def retry(*, now: datetime) -> int:
    """Requeue the checks that the platform could not do, after growing pauses; return how many.

    After the last pause it is left to the owners, who are notified.
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
    """Queue the match that checks a version; its games are planned when the bot has been loaded."""
    match = Match.objects.create(
        checks=version,
        number=version.checks.count() + 1,
        time_control=TIME_CONTROL,
        queued_at=now,
        not_before=now,
    )
    dispatch.wake(dispatch.VALIDATE)
    return match
